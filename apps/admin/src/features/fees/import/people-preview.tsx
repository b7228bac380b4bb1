import { formatNumber } from '@institute/contract/money';
import { fullName } from '@institute/contract/registration-fields.constants';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { countItems } from '../../../ui/count-items.ts';
import { LinePages, lineColumns } from '../line-list.tsx';

type Plan = AdminAnswers['fees']['planPeople'];
type Line = Plan['lines'][number] & { id: number };

const states = {
  new: ['New', 'green'],
  known: ['Known', 'neutral'],
  unreadable: ['Unreadable', 'clay'],
} as const;

const columns: Column<Line>[] = [
  ...lineColumns(states),
  {
    heading: 'Name',
    phone: 'title',
    className: 'wrap-anywhere md:min-w-32',
    cell: ({ person, message }) => [person && fullName(person), message].filter(Boolean).join('. '),
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
    cell: ({ person }) => (person ? formatNumber(person.owes) : '–'),
  },
  { heading: 'Guardian Phone', cell: ({ person }) => person?.guardianPhone ?? '–' },
];

type PeoplePreviewProps = { plan: Plan; isPending: boolean; onStore: () => void };

export function PeoplePreview({ plan, isPending, onStore }: PeoplePreviewProps) {
  const lines = plan.lines.map((line) => ({ ...line, id: line.line }));
  const countState = (state: Line['state']) => lines.filter((line) => line.state === state).length;
  const added = countState('new');
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <LinePages
        caption="People"
        columns={columns}
        lines={lines}
        states={(['new', 'known', 'unreadable'] as const).map(
          (state) => [state, `${states[state][0]} (${countState(state)})`] as const,
        )}
      />
      {added > 0 && (
        <Button className="self-start" pending={isPending} onClick={onStore}>
          Store {countItems(added, 'Person', 'People')}
        </Button>
      )}
    </section>
  );
}
