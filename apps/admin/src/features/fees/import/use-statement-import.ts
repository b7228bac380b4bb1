import type { StatementImport } from '@institute/contract';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { countItems } from '../../../ui/count-items.ts';
import { describeReadSheets } from './sheets-section.tsx';
import type { StatementChoices } from './statement-table-section.tsx';
import type { ImportedText, StatementPlan } from './use-imported-text.ts';

/** The preview of a statement, and its import. */
export function useStatementImport({ text, fileName, run, finish, setPreview }: ImportedText) {
  const planMutation = admin.fees.plan.useMutation();
  const importMutation = admin.fees.import.useMutation();

  const showStatementPreview = (choices?: StatementChoices) =>
    run(async () => setPreview({ statement: await planMutation.mutateAsync({ text, ...choices }) }));
  return {
    isPending: planMutation.isPending || importMutation.isPending,
    showStatement: showStatementPreview,
    change: (plan: StatementPlan, choices: StatementChoices) =>
      // Other sheets may have other columns and another payment method, so the earlier choices do not apply
      // to them
      showStatementPreview(choices.sheets ? choices : { ...readStatementChoices(plan), ...choices }),
    store: (plan: StatementPlan, likely: number[], choices: StatementImport['choices']) =>
      run(async () => {
        const statementImportInput = {
          text,
          fileName,
          hash: plan.hash,
          likely,
          choices,
          ...readStatementChoices(plan),
        };
        finish(describeStoredPayments(await importMutation.mutateAsync(statementImportInput)));
      }),
  };
}

/** Choices that the plan was made with, so that the next plan differs by one choice only. */
const readStatementChoices = ({ from, sheets, method }: StatementPlan) => ({
  columns: from,
  sheets: describeReadSheets(sheets),
  method,
});

function describeStoredPayments({
  matched,
  likely,
  unmatched,
  waiting,
  confirmed,
}: AdminAnswers['fees']['import']) {
  const storedCount = matched + likely + unmatched;
  return [
    `${countItems(storedCount, 'payment is', 'payments are')} stored, ${unmatched} unassigned`,
    waiting > 0 && `${countItems(waiting, 'older line waits', 'older lines wait')} for an owner`,
    confirmed > 0 && `${countItems(confirmed, 'payment on record is', 'payments on record are')} confirmed`,
  ]
    .filter(Boolean)
    .join('. ');
}
