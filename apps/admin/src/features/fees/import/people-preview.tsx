import { formatBalance, sumAmounts } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { countItems } from '../../../ui/count-items.ts';
import { LinePages, makeLineColumns } from '../line-list.tsx';
import { DebtQuestions, type PeopleChoices } from './debt-questions-section.tsx';
import { PeopleIntakesSection } from './people-intakes-section.tsx';
import { PeopleTableSection } from './people-table-section.tsx';

type PeoplePlan = AdminAnswers['fees']['planPeople'];
type PersonLine = PeoplePlan['lines'][number] & { id: number };

const personStateBadges = {
  new: ['New', 'green'],
  known: ['Known', 'neutral'],
  differs: ['Differs', 'clay'],
  unreadable: ['Unreadable', 'clay'],
} as const;
const countedLineStates = ['new', 'differs', 'known', 'unreadable'] as const;

const columns: Column<PersonLine>[] = [
  ...makeLineColumns(personStateBadges),
  {
    heading: 'Name',
    phone: 'title',
    isWhole: true,
    cell: ({ line, name, message }) => [name, message].filter(Boolean).join('. ') || `Line ${line}`,
  },
  { heading: 'Phone', phone: 'text', cell: ({ person }) => person?.phone ?? '–' },
  { heading: 'Program', phone: 'text', cell: ({ person }) => person?.program ?? '–' },
  {
    heading: 'Start',
    cell: ({ person }) => (person?.startDate ? formatDate(person.startDate) : '–'),
  },
  {
    heading: 'Owes',
    phone: 'fact',
    isAmount: true,
    cell: ({ person }) => (person?.owes == null ? '–' : formatDebt(person.owes)),
  },
  { heading: 'Guardian Phone', cell: ({ person }) => person?.guardianPhone ?? '–' },
  { heading: 'Email', cell: ({ person }) => person?.email ?? '–' },
];

const formatDebt = (owes: number): string =>
  owes < 0 ? `Credit ${formatNumber(-owes)}` : formatNumber(owes);

type PeoplePreviewProps = {
  plan: PeoplePlan;
  isPending: boolean;
  /** Makes the plan again. Choices that are left out stay as they are. */
  onChoose: (choices: PeopleChoices) => void;
  onStore: () => void;
};

export function PeoplePreview({ plan, isPending, onChoose, onStore }: PeoplePreviewProps) {
  const { from, asked } = plan;
  const hasQuestions = asked.balances.length > 0 || asked.thousands !== null;
  const personLines = plan.lines
    .map((line) => ({ ...line, id: line.line }))
    .sort((one, other) => Number(other.state === 'differs') - Number(one.state === 'differs'));
  const countLinesInState = (state: PersonLine['state']) =>
    personLines.filter((line) => line.state === state).length;
  const newPeopleCount = countLinesInState('new');
  const debtOfNewPeople = sumAmounts(
    personLines.map(({ state, person }) => ({ amount: state === 'new' ? (person?.owes ?? 0) : 0 })),
  );
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <PeopleTableSection plan={plan} isPending={isPending} onChoose={onChoose} />
      <DebtQuestions plan={plan} isPending={isPending} onChoose={onChoose} />
      {!hasQuestions && (
        <PeopleIntakesSection
          intakes={plan.intakes}
          isPending={isPending}
          onMake={() => onChoose({ columns: from })}
        />
      )}
      <LinePages
        key={plan.hash}
        caption="People"
        columns={columns}
        lines={personLines}
        states={countedLineStates.map(
          (state) => [state, `${personStateBadges[state][0]} (${countLinesInState(state)})`] as const,
        )}
      />
      {newPeopleCount > 0 && !hasQuestions && (
        <>
          {from.owes !== null && <p>Balance of the new people together: {formatBalance(debtOfNewPeople)}.</p>}
          <Button className="self-start" pending={isPending} onClick={onStore}>
            Store {countItems(newPeopleCount, 'Person', 'People')}
          </Button>
        </>
      )}
    </section>
  );
}
