import { depositInput, feeCounterInput } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { addDays, formatDate, toLocalDay } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { TextField } from '../../../forms/fields.tsx';
import { InputDialog } from '../../../forms/input-dialog.tsx';
import { ReasonDialog } from '../../../forms/reason-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import type { Column } from '../../../lists/column.ts';
import { RowTable } from '../../../lists/row-table.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
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

const describeUnbanked = (unbanked: number): string =>
  unbanked < 0
    ? `${formatLocalMoney(-unbanked)} more was taken to the bank than closings have counted.`
    : `${formatLocalMoney(unbanked)} of what closings have counted was not taken to the bank yet.`;

const DEPOSIT_DAYS = 31;
const MAX_DEPOSITS = 50;

/** The latest deposits until a day. Nothing before there is any cash to take to the bank. */
export function BankDepositsSection({ to, unbanked }: { to: string; unbanked: number }) {
  const days = { by: 'received', from: addDays(to, -DEPOSIT_DAYS), to } as const;
  const query = admin.fees.book.useQuery({ ...days, kind: 'deposit', limit: MAX_DEPOSITS, offset: 0 });
  const [cancelled, setCancelled] = useState<Deposit | null>(null);
  const items = query.data?.items ?? [];
  if (items.length === 0 && unbanked === 0) return null;
  return (
    <TitledSection title="Cash to Bank">
      <p className="text-muted">{describeUnbanked(unbanked)}</p>
      {items.length > 0 && (
        <RowTable
          caption={`Cash taken to the bank, in ${place.currency}`}
          columns={columns}
          rows={items}
          isOutdated={query.isFetching}
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
      )}
      {cancelled && <CancelDepositDialog deposit={cancelled} onClose={() => setCancelled(null)} />}
    </TitledSection>
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

type Values = FormValues<typeof depositInput>;

/** `unbanked` is whole UGX. */
export function CashToBankButton({ unbanked }: { unbanked: number | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Cash to Bank
      </Button>
      {isOpen && <CashToBankDialog unbanked={unbanked} onClose={() => setOpen(false)} />}
    </>
  );
}

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
      {unbanked !== undefined && <p>{describeUnbanked(unbanked)}</p>}
      <div className="grid gap-4 md:grid-cols-2">
        <AmountField<Values> name="amount" />
        <TextField<Values> name="bankedOn" label="Banked On" type="date" max={today} required />
        <TextField<Values> name="bank" label="Bank" required />
        <TextField<Values> name="slip" label="Slip" hint="Number on the bank’s slip" />
      </div>
    </InputDialog>
  );
}
