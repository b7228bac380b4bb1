import {
  chargeInput,
  feeCounterInput,
  feeMoveInput,
  feeUnassignInput,
  refundInput,
  reversalInput,
} from '@institute/contract';
import {
  type FeeMethod,
  feeMethodNames,
  isOperatorIdNeeded,
  officeFeeMethods,
} from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { type FieldValues, useController, useFormContext } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { findFirstMessage } from '../../forms/field-errors.ts';
import { ChoiceField, type FieldProps, TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { MoneyField } from '../../forms/money-field.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { type PayingPerson, PersonField } from './person-field.tsx';

type FeeAccount = AdminAnswers['fees']['account'];
type DialogProps = { onClose: () => void };
type PaymentDialogProps = DialogProps & { line: FeeAccount['payments'][number] };

/** A charge is never changed, so the erasure of a person leaves its words. */
const permanentReasonHint = 'Cannot be erased later, so name nobody';

type FieldNameProps<Values extends FieldValues> = Pick<FieldProps<Values>, 'name'>;

export const AmountField = <Values extends FieldValues = never>({ name }: FieldNameProps<Values>) => (
  <MoneyField<Values> name={name} label="Amount" hint={`In ${place.currency}`} required />
);

export const ReasonField = <Values extends FieldValues = never>(
  field: FieldNameProps<Values> & { hint?: string; required?: boolean },
) => <TextField<Values> label="Reason" required {...field} />;

const methodChoices = officeFeeMethods.map((method) => [method, feeMethodNames[method]] as const);

type RefundValues = FormValues<typeof refundInput>;

export function MethodFields({ hint }: { hint: string }) {
  const chosenMethod = useFormContext<{ method: FeeMethod }>().watch('method');
  return (
    <>
      <ChoiceField<RefundValues> name="method" label="Method" hint={hint} choices={methodChoices} />
      <TextField<RefundValues>
        name="operatorId"
        label="Transaction ID"
        required={isOperatorIdNeeded(chosenMethod)}
      />
    </>
  );
}

type ChargeValues = FormValues<typeof chargeInput>;

/** The office types a discount without a sign. */
export function ChargeDialog({
  registrationId,
  isDiscount,
  onClose,
}: DialogProps & { registrationId: number; isDiscount: boolean }) {
  const { mutateAsync: send } = admin.fees.charge.useMutation();
  const chargeKind = isDiscount ? 'discount' : 'extra';
  const form = useSchemaForm(
    chargeInput,
    { registrationId, kind: chargeKind, label: '', amount: null, dueOn: toLocalDay(new Date()), reason: '' },
    ({ amount, ...values }: ChargeValues) => ({ ...values, amount: isDiscount && amount ? -amount : amount }),
  );
  return (
    <InputDialog
      title={isDiscount ? 'Discount' : 'Add Charge'}
      submitLabel={isDiscount ? 'Give Discount' : 'Add Charge'}
      form={form}
      send={send}
      messages={{
        done: isDiscount ? 'The discount is given' : 'The charge is added',
        failed: 'Nothing was charged',
      }}
      onClose={onClose}
    >
      <TextField<ChargeValues> name="label" label="Label" required />
      <div className="grid gap-4 md:grid-cols-2">
        <AmountField<ChargeValues> name="amount" />
        <TextField<ChargeValues> name="dueOn" label="Due On" type="date" required />
      </div>
      <ReasonField<ChargeValues> name="reason" hint={permanentReasonHint} required={isDiscount} />
    </InputDialog>
  );
}

export function ReverseChargeDialog({
  charge,
  onClose,
}: DialogProps & { charge: FeeAccount['charges'][number] }) {
  const { mutateAsync: send } = admin.fees.reverse.useMutation();
  return (
    <ReasonDialog
      title={`Reverse ${charge.label}`}
      description={`A line of ${formatLocalMoney(-charge.amount)} is added. The charge itself stays on record.`}
      submitLabel="Reverse"
      form={useSchemaForm(reversalInput, { chargeId: charge.id, reason: '' })}
      send={send}
      messages={{ done: 'The charge is reversed', failed: 'Nothing was reversed' }}
      onClose={onClose}
      hint={permanentReasonHint}
    />
  );
}

/** Asks from which box cash is taken, or into which it is put back. Shows nothing where one person keeps all cash. */
function CashBoxField({ label, first }: { label: string; first: string }) {
  const { data: cashiers = [] } = admin.fees.cashiers.useQuery();
  return cashiers.length < 2 ? null : (
    <ChoiceField<{ box: string }>
      name="box"
      label={label}
      hint="It counts on the next closing of this box"
      choices={[['', first], ...cashiers.map((one) => [one, one] as const)]}
    />
  );
}

type CounterDialogProps = DialogProps & {
  movementId: number;
  amount: number;
  method: FeeMethod;
  receiptNumber?: string | null;
};

export function CounterPaymentDialog({
  movementId,
  amount,
  method,
  receiptNumber,
  onClose,
}: CounterDialogProps) {
  const { mutateAsync: send } = admin.fees.counter.useMutation();
  const receiptNotice = receiptNumber ? ` The receipt ${receiptNumber} stays, with a counter-receipt.` : '';
  return (
    <ReasonDialog
      title="Cancel Payment"
      description={`The payment of ${formatLocalMoney(amount)} is no longer valid. The row stays, and a counter-entry of today is added.${receiptNotice}`}
      form={useSchemaForm(feeCounterInput, {
        movementId,
        reason: '',
        box: method === 'cash' ? '' : undefined,
      })}
      send={send}
      messages={{ done: 'The payment is cancelled', failed: 'The payment could not be cancelled' }}
      onClose={onClose}
      hint="Stands on the counter-receipt"
    >
      {method === 'cash' && <CashBoxField label="Box" first="The box that had it" />}
    </ReasonDialog>
  );
}

export function UnassignDialog({ line, onClose }: PaymentDialogProps) {
  const { mutateAsync: send } = admin.fees.unassign.useMutation();
  const describeNotification = useDescribeNotification();
  return (
    <ReasonDialog
      title="Unassign"
      description={`${formatLocalMoney(line.left)} leave this account and stand under Unassigned. ${describeNotification('The person is told')}`}
      form={useSchemaForm(feeUnassignInput, { partId: line.id, reason: '' })}
      send={send}
      messages={{ done: 'The money is unassigned', failed: 'Nothing was unassigned' }}
      onClose={onClose}
    />
  );
}

type MoveValues = FormValues<typeof feeMoveInput> & { person: PayingPerson | null };

export function MovePaymentDialog({ line, onClose }: PaymentDialogProps) {
  const { mutateAsync: send } = admin.fees.move.useMutation();
  const describeNotification = useDescribeNotification();
  const form = useSchemaForm(
    feeMoveInput,
    { person: null, toRegistrationId: null, partId: line.id, amount: line.left, reason: '' },
    ({ person, ...typed }: MoveValues) => ({ ...typed, toRegistrationId: person?.registrationId ?? null }),
  );
  return (
    <InputDialog
      title="Move Money"
      description={`No cash moves: a line is added to both accounts. ${describeNotification('Both people are told')}`}
      submitLabel="Move"
      form={form}
      send={send}
      messages={{ done: 'The money is moved', failed: 'Nothing was moved' }}
      onClose={onClose}
    >
      <MoveToPersonField />
      <AmountField<MoveValues> name="amount" />
      <ReasonField<MoveValues> name="reason" />
    </InputDialog>
  );
}

function MoveToPersonField() {
  const { watch, setValue, setFocus, clearErrors } = useFormContext<MoveValues>();
  const { field, fieldState } = useController<MoveValues, 'toRegistrationId'>({ name: 'toRegistrationId' });
  return (
    <PersonField
      ref={field.ref}
      chosen={watch('person')}
      mayChange
      error={findFirstMessage(fieldState.error)}
      onChoose={(person) => {
        setValue('person', person, { shouldDirty: true });
        clearErrors('toRegistrationId');
      }}
      onLeave={() => setFocus('amount')}
    />
  );
}

type RefundDialogProps = DialogProps & { registrationId: number; paid: number };

export function RefundDialog({ registrationId, paid, onClose }: RefundDialogProps) {
  const { mutateAsync: send } = admin.fees.refund.useMutation();
  const { data: cashiers = [] } = admin.fees.cashiers.useQuery();
  const isCashBoxMissing = ({ method, box }: { method: FeeMethod; box?: string | null | undefined }) =>
    method === 'cash' && !box && cashiers.length > 1;
  const refundSchema = refundInput.refine((given) => !isCashBoxMissing(given), {
    path: ['box'],
    message: 'Choose whose cash it was',
  });
  const form = useSchemaForm(refundSchema, {
    registrationId,
    amount: null,
    method: 'cash',
    operatorId: '',
    reason: '',
    box: '',
  });
  return (
    <InputDialog
      title="Refund"
      description={`At most what was paid, ${formatLocalMoney(paid)}. Give the money back yourself: this only records it.`}
      variant="danger"
      form={form}
      send={send}
      messages={{
        done: ({ number }) => `The refund is recorded: ${number}`,
        failed: 'The refund was not recorded',
      }}
      onClose={onClose}
    >
      <AmountField<RefundValues> name="amount" />
      <div className="grid gap-4 md:grid-cols-2">
        <MethodFields hint="How it goes back" />
      </div>
      {form.watch('method') === 'cash' && <CashBoxField label="Cash From" first="Choose" />}
      <ReasonField<RefundValues> name="reason" />
    </InputDialog>
  );
}
