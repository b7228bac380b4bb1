import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { countPeople } from '../../../ui/count-items.ts';
import type { PeopleChoices } from './debt-questions-section.tsx';
import { readSheetNames } from './sheets-section.tsx';
import type { ImportedText, PeoplePlan } from './use-imported-text.ts';

/** The preview of a list of people, and its import. */
export function usePeopleImport({ text, run, finish, setPreview }: ImportedText) {
  const planning = admin.fees.planPeople.useMutation();
  const importing = admin.fees.importPeople.useMutation();

  const planText = async (read: string, choices?: PeopleChoices) =>
    setPreview({ people: await planning.mutateAsync({ text: read, ...choices }) });
  const showPeople = (choices?: PeopleChoices) => run(() => planText(text, choices));
  return {
    isPending: planning.isPending || importing.isPending,
    planText,
    showPeople,
    change: (plan: PeoplePlan, choices: PeopleChoices) =>
      showPeople(choices.sheets ? choices : { ...readChoices(plan), ...choices }),
    store: (plan: PeoplePlan) =>
      run(async () => {
        const input = { text, hash: plan.hash, ...readChoices(plan) };
        finish(describeStored(await importing.mutateAsync(input)));
      }),
  };
}

/** Choices that the plan was made with, without the answers that the office still owes. */
const readChoices = ({ asked, inThousands, from, sheets }: PeoplePlan) => ({
  columns: asked.balances.length > 0 ? undefined : from,
  sheets: readSheetNames(sheets),
  ...(inThousands !== null && { inThousands }),
});

function describeStored({ imported, differs }: AdminAnswers['fees']['importPeople']): string {
  const stored = imported === 1 ? '1 person is stored' : `${countPeople(imported)} are stored`;
  return differs > 0 ? `${stored}. Left out: ${countPeople(differs)} with another debt` : stored;
}
