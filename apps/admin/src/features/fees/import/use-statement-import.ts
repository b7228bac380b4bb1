import type { StatementImport } from '@institute/contract';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { countItems } from '../../../ui/count-items.ts';
import { readSheetNames } from './sheets-section.tsx';
import type { StatementChoices } from './statement-table-section.tsx';
import type { ImportedText, StatementPlan } from './use-imported-text.ts';

/** The preview of a statement, and its import. */
export function useStatementImport({ text, fileName, run, finish, setPreview }: ImportedText) {
  const planning = admin.fees.plan.useMutation();
  const importing = admin.fees.import.useMutation();

  const showStatement = (choices?: StatementChoices) =>
    run(async () => setPreview({ statement: await planning.mutateAsync({ text, ...choices }) }));
  return {
    isPending: planning.isPending || importing.isPending,
    showStatement,
    change: (plan: StatementPlan, choices: StatementChoices) =>
      // Other sheets may have other columns, and be of another operator
      showStatement(choices.sheets ? choices : { ...readChoices(plan), ...choices }),
    store: (plan: StatementPlan, likely: number[], choices: StatementImport['choices']) =>
      run(async () => {
        const input = { text, fileName, hash: plan.hash, likely, choices, ...readChoices(plan) };
        finish(describeStored(await importing.mutateAsync(input)));
      }),
  };
}

/** Choices that the plan was made with, so that the next plan differs by one choice only. */
const readChoices = ({ from, sheets, method }: StatementPlan) => ({
  columns: from,
  sheets: readSheetNames(sheets),
  method,
});

function describeStored({ matched, likely, unmatched, waiting, confirmed }: AdminAnswers['fees']['import']) {
  const count = matched + likely + unmatched;
  return [
    `${countItems(count, 'payment is', 'payments are')} stored, ${unmatched} unassigned`,
    waiting > 0 && `${countItems(waiting, 'older line waits', 'older lines wait')} for an owner`,
    confirmed > 0 && `${countItems(confirmed, 'payment on record is', 'payments on record are')} confirmed`,
  ]
    .filter(Boolean)
    .join('. ');
}
