import { formatDate } from '@institute/contract/time';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { LinePages } from '../line-list.tsx';

type Plan = AdminAnswers['fees']['plan'];
type PaymentNotInFile = Plan['unheld'][number] & { id: number; state: string };

const columns: Column<PaymentNotInFile>[] = [
  { heading: 'Day', phone: 'title', cell: ({ receivedOn }) => formatDate(receivedOn) },
  makeTextColumn('Receipt, Transaction ID', ({ receiptNumber, operatorId }) => [receiptNumber, operatorId]),
  makeTextColumn('Whose', ({ names }) => names),
  makeAmountColumn('Amount', ({ amount }) => amount),
  makeTextColumn('Recorded By', ({ recordedBy }) => recordedBy),
];

/** Payments that somebody recorded by hand on the days of a statement, and that have no line in it. */
export function PaymentsNotInFileSection({ unheld }: Pick<Plan, 'unheld'>) {
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
