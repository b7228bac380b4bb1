import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { countPeople } from '../../../ui/count-items.ts';
import type { PeopleChoices } from './debt-questions-section.tsx';
import { describeReadSheets } from './sheets-section.tsx';
import type { ImportedText, PeoplePlan } from './use-imported-text.ts';

/** The preview of a list of people, and its import. */
export function usePeopleImport({ text, run, finish, setPreview }: ImportedText) {
  const planMutation = admin.fees.planPeople.useMutation();
  const importMutation = admin.fees.importPeople.useMutation();

  const planPeopleText = async (read: string, choices?: PeopleChoices) =>
    setPreview({ people: await planMutation.mutateAsync({ text: read, ...choices }) });
  const showPeoplePreview = (choices?: PeopleChoices) => run(() => planPeopleText(text, choices));
  return {
    isPending: planMutation.isPending || importMutation.isPending,
    planText: planPeopleText,
    showPeople: showPeoplePreview,
    change: (plan: PeoplePlan, choices: PeopleChoices) =>
      showPeoplePreview(choices.sheets ? choices : { ...readPeopleChoices(plan), ...choices }),
    store: (plan: PeoplePlan) =>
      run(async () => {
        const peopleImportInput = { text, hash: plan.hash, ...readPeopleChoices(plan) };
        finish(describeStoredPeople(await importMutation.mutateAsync(peopleImportInput)));
      }),
  };
}

/** The choices with which the plan was made, without questions that the office has not answered yet. */
const readPeopleChoices = ({ asked, inThousands, from, sheets }: PeoplePlan) => ({
  columns: asked.balances.length > 0 ? undefined : from,
  sheets: describeReadSheets(sheets),
  ...(inThousands !== null && { inThousands }),
});

function describeStoredPeople({ imported, differs }: AdminAnswers['fees']['importPeople']): string {
  const storedPeopleText = imported === 1 ? '1 person is stored' : `${countPeople(imported)} are stored`;
  return differs > 0
    ? `${storedPeopleText}. Left out: ${countPeople(differs)} with another debt`
    : storedPeopleText;
}
