import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useChangeWithOutcome } from '../../../api/use-change.ts';
import type { Column } from '../../../lists/column.ts';
import { RowTable } from '../../../lists/row-table.tsx';
import { countItems } from '../../../ui/count-items.ts';
import { useQuestion } from '../../../ui/use-question.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';

type CrossedPayment = AdminAnswers['fees']['crossed'][number];

const columns: Column<CrossedPayment>[] = [
  { heading: 'Person', phone: 'title', cell: ({ name, reference }) => name ?? reference ?? 'Deleted' },
  makeTextColumn('Receipt', ({ receiptNumber }) => receiptNumber),
  makeAmountColumn('Amount', ({ amount }) => amount),
  makeTextColumn('Stands Under', ({ storedUnder, storedAmount, storedOn, storedPayer, storedReason }) => [
    ...describeTransaction(storedUnder, storedAmount, storedOn),
    storedPayer,
    storedReason,
  ]),
  makeTextColumn('Belongs Under', ({ ownUnder, ownAmount, ownOn, ownPayer, ownReason }) =>
    ownAmount === null || ownOn === null
      ? 'Not known: unassign it in the account, and assign it anew'
      : [...describeTransaction(ownUnder, ownAmount, ownOn), ownPayer, ownReason],
  ),
];

const describeTransaction = (id: string | null, amount: number, day: string) => [
  id,
  formatLocalMoney(amount),
  formatDate(day),
];

/**
 * Lists payments that an earlier version's import stored under wrong lines of the statement. Renders nothing
 * if there are none.
 */
export function CrossedPayments() {
  const { data: crossed = [] } = admin.fees.crossed.useQuery();
  const { mutateAsync: putRight } = admin.fees.putCrossedRight.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  if (crossed.length === 0) return null;
  const correctablePayments = crossed.filter(({ ownId }) => ownId !== null);
  const paymentCountText = countItems(correctablePayments.length, 'payment');
  const askToCorrectPayments = () =>
    ask({
      title: `Put ${paymentCountText} right?`,
      description:
        'Each moves under the transaction of its own line. Balances stay. The people get new receipts, and the old ones are no longer valid.',
      confirmLabel: 'Put Right',
      onConfirm: () =>
        change(() => putRight(), {
          done: `${paymentCountText} put right`,
          failed: 'The payments were not put right',
        }),
    });
  return (
    <>
      <Alert tone="warning" title={`${countItems(crossed.length, 'payment')} under the wrong transaction`}>
        <p>
          An earlier version mixed up lines of an imported statement. The balances are right, but receipts
          name another payer.
        </p>
        {correctablePayments.length > 0 && (
          <Button variant="outline" size="sm" className="mt-2" onClick={askToCorrectPayments}>
            Put Right
          </Button>
        )}
        <OutcomeLine outcome={outcome} />
      </Alert>
      <RowTable
        caption="Payments under the wrong transaction"
        columns={columns}
        rows={crossed}
        isOutdated={false}
      />
      {question}
    </>
  );
}
