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
  const showPeople = (choices?: PeopleChoices) => run(() => planPeopleText(text, choices));
  return {
    isPending: planMutation.isPending || importMutation.isPending,
    planText: planPeopleText,
    showPeople,
    change: (plan: PeoplePlan, choices: PeopleChoices) =>
      showPeople(choices.sheets ? choices : { ...readChoices(plan), ...choices }),
    store: (plan: PeoplePlan) =>
      run(async () => {
        const input = { text, hash: plan.hash, ...readChoices(plan) };
        finish(describeStored(await importMutation.mutateAsync(input)));
      }),
  };
}

/** The choices with which the plan was made, without questions that the office has not answered yet. */
const readChoices = ({ asked, inThousands, from, sheets }: PeoplePlan) => ({
  columns: asked.balances.length > 0 ? undefined : from,
  sheets: describeReadSheets(sheets),
  ...(inThousands !== null && { inThousands }),
});

function describeStored({ imported, differs }: AdminAnswers['fees']['importPeople']): string {
  const storedText = imported === 1 ? '1 person is stored' : `${countPeople(imported)} are stored`;
  return differs > 0 ? `${storedText}. Left out: ${countPeople(differs)} with another debt` : storedText;
}
