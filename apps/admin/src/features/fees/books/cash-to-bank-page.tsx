import { depositInput, feeCounterInput } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { addDays, formatDate, toLocalDay } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { TextField } from '../../../forms/fields.tsx';
import { InputDialog } from '../../../forms/input-dialog.tsx';
import { ReasonDialog } from '../../../forms/reason-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import type { Column } from '../../../lists/column.ts';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { AmountField } from '../fee-dialogs.tsx';

type Deposit = AdminAnswers['fees']['book']['items'][number];

const columns: Column<Deposit>[] = [
  {
    heading: 'Banked On',
    phone: 'title',
    cell: ({ receivedOn, counteredBy }) => (
      <>
        {formatDate(receivedOn)} {counteredBy !== null && <Badge>Cancelled</Badge>}
      </>
    ),
  },
  makeTextColumn('Bank', ({ bank }) => bank),
  makeTextColumn('Slip', ({ operatorId }) => operatorId),
  makeAmountColumn('Amount', ({ amount }) => amount, 'line'),
  makeTextColumn('Recorded By', ({ recordedBy }) => recordedBy),
];

const describeUnbankedCash = (unbanked: number): string =>
  unbanked < 0
    ? `${formatLocalMoney(-unbanked)} more was taken to the bank than closings have counted.`
    : `${formatLocalMoney(unbanked)} of what closings have counted was not taken to the bank yet.`;

const DEPOSIT_DAYS = 31;
const MAX_DEPOSITS = 50;

/** Deposits of the last days. */
export function CashToBankPage() {
  const lastShownDay = toLocalDay(new Date());
  const depositDays = {
    by: 'received',
    from: addDays(lastShownDay, -DEPOSIT_DAYS),
    to: lastShownDay,
  } as const;
  const depositsQuery = admin.fees.book.useQuery({
    ...depositDays,
    kind: 'deposit',
    limit: MAX_DEPOSITS,
    offset: 0,
  });
  const { data: cash } = admin.fees.unclosed.useQuery();
  const [cancelled, setCancelled] = useState<Deposit | null>(null);
  const [isRecording, setRecording] = useState(false);
  return (
    <TitledPage title="Cash to Bank">
      <p className="min-h-lh text-muted">{cash && describeUnbankedCash(cash.unbanked)}</p>
      <div>
        <Button onClick={() => setRecording(true)}>Record Cash to Bank</Button>
      </div>
      <Loading query={depositsQuery} failed="The deposits could not be loaded" skeleton={null}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Inbox} title={`No cash was taken to the bank in these ${DEPOSIT_DAYS} days.`} />
          ) : (
            <RowTable
              caption={`Cash taken to the bank, in ${place.currency}`}
              columns={columns}
              rows={items}
              isOutdated={depositsQuery.isFetching}
              actions={(deposit) =>
                deposit.counteredBy === null && (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Cancel ${formatLocalMoney(deposit.amount)} of ${formatDate(deposit.receivedOn)}`}
                    onClick={() => setCancelled(deposit)}
                  >
                    Cancel
                  </Button>
                )
              }
            />
          )
        }
      </Loading>
      {cancelled && <CancelDepositDialog deposit={cancelled} onClose={() => setCancelled(null)} />}
      {isRecording && <CashToBankDialog unbanked={cash?.unbanked} onClose={() => setRecording(false)} />}
    </TitledPage>
  );
}

function CancelDepositDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { mutateAsync: send } = admin.fees.counter.useMutation();
  return (
    <ReasonDialog
      title="Cancel Cash to Bank"
      description={`${formatLocalMoney(deposit.amount)} of ${formatDate(deposit.receivedOn)} were not taken to the bank. The row stays, and a counter-entry of today is added.`}
      form={useSchemaForm(feeCounterInput, { movementId: deposit.id, reason: '' })}
      send={send}
      messages={{ done: 'The cash to bank is cancelled', failed: 'Nothing was cancelled' }}
      onClose={onClose}
    />
  );
}

type DepositValues = FormValues<typeof depositInput>;

function CashToBankDialog({ unbanked, onClose }: { unbanked: number | undefined; onClose: () => void }) {
  const { mutateAsync: send } = admin.fees.deposit.useMutation();
  const today = toLocalDay(new Date());
  const form = useSchemaForm(depositInput, { amount: null, bankedOn: today, bank: '', slip: '' });
  return (
    <InputDialog
      title="Cash to Bank"
      description="Cash of closed days that you took to the bank. It is no income, and changes no balance. An import knows its line in the bank’s statement."
      submitLabel="Record Cash to Bank"
      form={form}
      send={send}
      messages={{ done: 'The cash to bank is recorded', failed: 'Nothing was recorded' }}
      onClose={onClose}
    >
      {unbanked !== undefined && <p>{describeUnbankedCash(unbanked)}</p>}
      <div className="grid gap-4 md:grid-cols-2">
        <AmountField<DepositValues> name="amount" />
        <TextField<DepositValues> name="bankedOn" label="Banked On" type="date" max={today} required />
        <TextField<DepositValues> name="bank" label="Bank" required />
        <TextField<DepositValues> name="slip" label="Slip" hint="Number on the bank’s slip" />
      </div>
    </InputDialog>
  );
}
