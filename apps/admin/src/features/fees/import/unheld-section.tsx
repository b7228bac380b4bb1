import { formatDate } from '@institute/contract/time';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { amountColumn, textColumn } from '../fee-columns.tsx';
import { LinePages } from '../line-list.tsx';

type Plan = AdminAnswers['fees']['plan'];
type Unheld = Plan['unheld'][number] & { id: number; state: string };

const columns: Column<Unheld>[] = [
  { heading: 'Day', phone: 'title', cell: ({ receivedOn }) => formatDate(receivedOn) },
  textColumn('Receipt, Transaction ID', ({ receiptNumber, operatorId }) => [receiptNumber, operatorId]),
  textColumn('Whose', ({ names }) => names),
  amountColumn('Amount', ({ amount }) => amount),
  textColumn('Recorded By', ({ recordedBy }) => recordedBy),
];

/** What was recorded by hand on the days of a statement, and has no line in it. */
export function UnheldSection({ unheld }: Pick<Plan, 'unheld'>) {
  if (unheld.length === 0) return null;
  return (
    <TitledSection title={`On Record, but Not in This File (${unheld.length})`}>
      <p className="text-muted">
        Recorded by hand for the days of this file, which has no line of them. Ask who recorded them.
      </p>
      <LinePages
        caption="Payments that the file does not hold"
        columns={columns}
        lines={unheld.map((one) => ({ ...one, id: one.movementId, state: '' }))}
        states={[]}
      />
    </TitledSection>
  );
}
