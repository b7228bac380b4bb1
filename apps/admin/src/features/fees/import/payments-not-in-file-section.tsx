import { formatDate } from '@institute/contract/time';
import { Fragment } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { LinePages } from '../line-list.tsx';

type StatementPlan = AdminAnswers['fees']['plan'];
type PaymentNotInFile = StatementPlan['unheld'][number] & { id: number; state: string };

const columns: Column<PaymentNotInFile>[] = [
  { heading: 'Day', phone: 'title', cell: ({ receivedOn }) => formatDate(receivedOn) },
  makeTextColumn('Receipt, Transaction ID', ({ receiptNumber, operatorId }) => [receiptNumber, operatorId]),
  makeTextColumn('Whose', ({ names }) => names),
  makeAmountColumn('Amount', ({ amount }) => amount),
  makeTextColumn('Recorded By', ({ recordedBy }) => recordedBy),
];

/** Lists payments on record that fall on the days of a statement but have no line in it. */
export function PaymentsNotInFileSection({ unheld }: Pick<StatementPlan, 'unheld'>) {
  const paymentLists = [
    { why: 'Recorded by hand', who: 'recorded', payments: unheld.filter(({ isImported }) => !isImported) },
    {
      why: 'Lines of an earlier import',
      who: 'imported',
      payments: unheld.filter(({ isImported }) => isImported),
    },
  ].filter(({ payments }) => payments.length > 0);
  if (paymentLists.length === 0) return null;
  return (
    <TitledSection title={`On Record, but Not in This File (${unheld.length})`}>
      {paymentLists.map(({ why, who, payments }) => (
        <Fragment key={why}>
          <p className="text-muted">
            {why} for the days of this file, which has no line of them. Ask who {who} them.
          </p>
          <LinePages
            caption={`${why}, not in the file`}
            columns={columns}
            lines={payments.map((one) => ({ ...one, id: one.movementId, state: '' }))}
            states={[]}
          />
        </Fragment>
      ))}
    </TitledSection>
  );
}
