import { chargeInput, feeCancellation, refundInput, reversalInput } from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { kampalaDay } from '@institute/contract/time';
import { useForm } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { NumberField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';

type Account = AdminAnswers['fees']['account'];
type Closing = { onClose: () => void };
type ReasonForm = { reason: string };

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

export function TakeBackDialog({ charge, onClose }: Closing & { charge: Account['charges'][number] }) {
  const form = useForm<ReasonForm>({ resolver: reasonResolver as never, defaultValues: { reason: '' } });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: reverse, isPending } = admin.fees.reverse.useMutation();
  const save = form.handleSubmit(async ({ reason }) => {
    const isDone = await change(() => reverse({ chargeId: charge.id, reason }), {
      done: 'The charge is taken back',
      failed: 'Nothing was taken back',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title={`Take Back ${charge.label}`}
      description={`A line of ${formatMoney('UGX', -charge.amount)} is added. The charge itself stays on record.`}
      form={form}
      onSubmit={save}
      submitLabel="Take Back"
      variant="danger"
      isPending={isPending}
      onClose={onClose}
    >
      <TextField<ReasonForm> name="reason" label="Reason" hint={forGood} required />
    </SubmitDialog>
  );
}

export function CancelPaymentDialog({
  payment,
  onClose,
}: Closing & { payment: Account['payments'][number] }) {
  const { id: paymentId, amount, receiptNumber } = payment;
  const form = useForm<ReasonForm>({
    resolver: formResolver(feeCancellation.pick({ reason: true })) as never,
    defaultValues: { reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: cancel, isPending } = admin.fees.cancel.useMutation();
  const save = form.handleSubmit(async ({ reason }) => {
    const isDone = await change(() => cancel({ paymentId, reason }), {
      done: ({ cancellationNumber }) => `The payment is cancelled: ${cancellationNumber}`,
      failed: 'The payment could not be cancelled',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title="Cancel Payment"
      description={`${formatMoney('UGX', amount)} count no more. The receipt ${receiptNumber} stays, with a counter-receipt.`}
      form={form}
      onSubmit={save}
      submitLabel="Cancel Payment"
      variant="danger"
      cancelLabel="Go back"
      isPending={isPending}
      onClose={onClose}
    >
      <TextField<ReasonForm> name="reason" label="Reason" hint="Stands on the counter-receipt" required />
    </SubmitDialog>
  );
}

type RefundValues = { registrationId: number; amount: number | null; reason: string };

export function RefundDialog({
  registrationId,
  paid,
  onClose,
}: Closing & { registrationId: number; paid: number }) {
  const form = useForm<RefundValues>({
    resolver: formResolver(refundInput) as never,
    defaultValues: { registrationId, amount: null, reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: refund, isPending } = admin.fees.refund.useMutation();
  const save = form.handleSubmit(async (checked) => {
    const isDone = await change(() => refund(checked as never), {
      done: 'The refund is recorded',
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
      <TextField<RefundValues> name="reason" label="Reason" required />
    </SubmitDialog>
  );
}
