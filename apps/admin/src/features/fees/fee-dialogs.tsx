import { chargeInput, feeMoveInput, refundInput, reversalInput } from '@institute/contract';
import {
  type FeeMethod,
  feeMethodNames,
  needsOperatorId,
  officeFeeMethods,
} from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { kampalaDay } from '@institute/contract/time';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { ChoiceField, NumberField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { type Person, PersonField } from './person-field.tsx';

type Account = AdminAnswers['fees']['account'];
type Closing = { onClose: () => void };
type ReasonForm = { reason: string };

export const methodChoices = officeFeeMethods.map((value) => ({ value, label: feeMethodNames[value] }));

const reasonResolver = formResolver(reversalInput.pick({ reason: true }));

/** No charge is ever changed, so an erasure leaves these words. */
const forGood = 'Cannot be erased later, so name nobody';

type ChargeValues = { label: string; amount: number | null; dueOn: string; reason: string };

/** The office types a discount without a sign. */
export function ChargeDialog({
  registrationId,
  isDiscount,
  onClose,
}: Closing & { registrationId: number; isDiscount: boolean }) {
  const kind = isDiscount ? ('discount' as const) : ('extra' as const);
  const form = useForm<ChargeValues>({
    resolver: async (values, context, options) => {
      const signed = isDiscount && values.amount !== null ? -values.amount : values.amount;
      const input = { ...values, registrationId, kind, amount: signed };
      return (await formResolver(chargeInput)(input as never, context, options as never)) as never;
    },
    defaultValues: { label: '', amount: null, dueOn: kampalaDay(new Date()), reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: charge, isPending } = admin.fees.charge.useMutation();
  const save = form.handleSubmit(async (checked) => {
    const isDone = await change(() => charge(checked as never), {
      done: isDiscount ? 'The discount is given' : 'The charge is added',
      failed: 'Nothing was charged',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title={isDiscount ? 'Discount' : 'Add Charge'}
      form={form}
      onSubmit={save}
      submitLabel={isDiscount ? 'Give Discount' : 'Add Charge'}
      isPending={isPending}
      onClose={onClose}
    >
      <TextField<ChargeValues> name="label" label="Label" required />
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField<ChargeValues> name="amount" label="Amount" hint="In UGX" min={1} step={1} required />
        <TextField<ChargeValues> name="dueOn" label="Due On" type="date" required />
      </div>
      <TextField<ChargeValues> name="reason" label="Reason" hint={forGood} required={isDiscount} />
    </SubmitDialog>
  );
}

type ReasonDialogProps = Closing & {
  title: string;
  description: string;
  /** Of the button. */
  label: string;
  hint?: string;
  isPending: boolean;
  messages: { done: string; failed: string };
  send: (reason: string) => Promise<unknown>;
};

/** For whatever is written against an earlier row. */
function ReasonDialog({ label, hint, messages, send, onClose, ...dialog }: ReasonDialogProps) {
  const form = useForm<ReasonForm>({ resolver: reasonResolver as never, defaultValues: { reason: '' } });
  const change = useChange((message) => message && form.setError('root', { message }));
  const save = form.handleSubmit(async ({ reason }) => {
    if (await change(() => send(reason), messages)) onClose();
  });
  return (
    <SubmitDialog
      {...dialog}
      form={form}
      onSubmit={save}
      submitLabel={label}
      variant="danger"
      cancelLabel="Go back"
      onClose={onClose}
    >
      <TextField<ReasonForm> name="reason" label="Reason" hint={hint} required />
    </SubmitDialog>
  );
}

export function TakeBackDialog({ charge, onClose }: Closing & { charge: Account['charges'][number] }) {
  const { mutateAsync: reverse, isPending } = admin.fees.reverse.useMutation();
  return (
    <ReasonDialog
      title={`Take Back ${charge.label}`}
      description={`A line of ${formatMoney('UGX', -charge.amount)} is added. The charge itself stays on record.`}
      label="Take Back"
      hint={forGood}
      isPending={isPending}
      messages={{ done: 'The charge is taken back', failed: 'Nothing was taken back' }}
      send={(reason) => reverse({ chargeId: charge.id, reason })}
      onClose={onClose}
    />
  );
}

type CounterDialogProps = Closing & { movementId: number; amount: number; receiptNumber?: string | null };

export function CounterDialog({ movementId, amount, receiptNumber, onClose }: CounterDialogProps) {
  const { mutateAsync: counter, isPending } = admin.fees.counter.useMutation();
  const paper = receiptNumber ? ` The receipt ${receiptNumber} stays, with a counter-receipt.` : '';
  return (
    <ReasonDialog
      title="Cancel Payment"
      description={`${formatMoney('UGX', amount)} count no more. The row stays, and a counter-entry of today is added.${paper}`}
      label="Cancel Payment"
      hint="Stands on the counter-receipt"
      isPending={isPending}
      messages={{ done: 'The payment is cancelled', failed: 'The payment could not be cancelled' }}
      send={(reason) => counter({ movementId, reason })}
      onClose={onClose}
    />
  );
}

export function UnassignDialog({ line, onClose }: Closing & { line: Account['payments'][number] }) {
  const { mutateAsync: unassign, isPending } = admin.fees.unassign.useMutation();
  return (
    <ReasonDialog
      title="Unassign"
      description={`${formatMoney('UGX', line.left)} leave this account and stand under Unassigned. The person is told.`}
      label="Unassign"
      isPending={isPending}
      messages={{ done: 'The money is nobody’s now', failed: 'Nothing was unassigned' }}
      send={(reason) => unassign({ partId: line.id, reason })}
      onClose={onClose}
    />
  );
}

type MoveValues = { partId: number; toRegistrationId: number | null; amount: number | null; reason: string };

export function MoveDialog({ line, onClose }: Closing & { line: Account['payments'][number] }) {
  const [person, setPerson] = useState<Person | null>(null);
  const form = useForm<MoveValues>({
    resolver: formResolver(feeMoveInput) as never,
    defaultValues: { partId: line.id, toRegistrationId: null, amount: line.left, reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: move, isPending } = admin.fees.move.useMutation();
  const choosePerson = (next: Person | null) => {
    setPerson(next);
    form.setValue('toRegistrationId', next?.registrationId ?? null, { shouldDirty: true });
    form.clearErrors('toRegistrationId');
  };
  const save = form.handleSubmit(async (checked) => {
    const isDone = await change(() => move(checked as never), {
      done: 'The money is moved',
      failed: 'Nothing was moved',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title="Move Money"
      description="No cash moves: a line is added to both accounts, and both people are told."
      form={form}
      onSubmit={save}
      submitLabel="Move"
      isPending={isPending}
      onClose={onClose}
    >
      <PersonField
        chosen={person}
        mayChange
        error={form.formState.errors.toRegistrationId?.message}
        onChoose={choosePerson}
      />
      <NumberField<MoveValues> name="amount" label="Amount" hint="In UGX" min={1} step={1} required />
      <TextField<MoveValues> name="reason" label="Reason" required />
    </SubmitDialog>
  );
}

type RefundValues = {
  registrationId: number;
  amount: number | null;
  method: FeeMethod;
  operatorId: string;
  reason: string;
};

export function RefundDialog({
  registrationId,
  paid,
  onClose,
}: Closing & { registrationId: number; paid: number }) {
  const form = useForm<RefundValues>({
    resolver: formResolver(refundInput) as never,
    defaultValues: { registrationId, amount: null, method: 'cash', operatorId: '', reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: refund, isPending } = admin.fees.refund.useMutation();
  const save = form.handleSubmit(async (checked) => {
    const isDone = await change(() => refund(checked as never), {
      done: ({ number }) => `The refund is recorded: ${number}`,
      failed: 'The refund was not recorded',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title="Refund"
      description={`At most what was paid, ${formatMoney('UGX', paid)}. Give the money back yourself: this only records it.`}
      form={form}
      onSubmit={save}
      submitLabel="Refund"
      variant="danger"
      isPending={isPending}
      onClose={onClose}
    >
      <NumberField<RefundValues> name="amount" label="Amount" hint="In UGX" min={1} step={1} required />
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField<RefundValues>
          name="method"
          label="Method"
          hint="How it goes back"
          choices={methodChoices}
        />
        <TextField<RefundValues>
          name="operatorId"
          label="Transaction ID"
          required={needsOperatorId(form.watch('method'))}
        />
      </div>
      <TextField<RefundValues> name="reason" label="Reason" required />
    </SubmitDialog>
  );
}
