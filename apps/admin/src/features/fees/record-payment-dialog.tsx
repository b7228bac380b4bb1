import { type FeePaymentInput, feePaymentInput } from '@institute/contract';
import { formatBalance } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { showFailureInForm } from '../../forms/field-errors.ts';
import { TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { AmountField, MethodFields } from './fee-dialogs.tsx';
import { PartsField, type Share, type ShareValues, toPaymentParts } from './parts-field.tsx';
import type { PayingPerson } from './person-field.tsx';
import { PrintMenu } from './print-menu.tsx';

type Receipt = AdminAnswers['fees']['record']['receipts'][number];

type PaymentValues = ShareValues & Omit<FormValues<typeof feePaymentInput>, 'parts'>;

const makeEmptyValues = (person: PayingPerson | null): PaymentValues => ({
  shares: person ? [{ person, amount: '' }] : [],
  parts: [],
  amount: null,
  method: 'cash',
  operatorId: '',
  bank: '',
  payerName: '',
  receivedOn: toLocalDay(new Date()),
});

const assignedPaymentSchema = feePaymentInput.refine(({ parts }) => parts.length > 0, {
  path: ['parts'],
  message: 'Choose a person',
});

/** `input` is sent once the office confirms. */
type PaymentQuestion = { text: string; confirm: string; input: FeePaymentInput };

/** Names people who pay more than they owe. Empty if there are none. */
const describeAmountAboveBalance = (shares: readonly Share[], { parts }: FeePaymentInput): string =>
  shares
    .flatMap(({ person: { registrationId, name, balance } }) => {
      const assignedAmount = parts.find((part) => part.registrationId === registrationId)?.amount ?? 0;
      if (assignedAmount <= Math.max(0, balance)) return [];
      return `${formatLocalMoney(assignedAmount)} is more than the balance of ${name}, ${formatBalance(balance)}. Record it all the same?`;
    })
    .join(' ');

/**
 * Without `person`, the dialog stays open for the next one, because people queue at the desk. Null: the money
 * is unassigned.
 */
export function RecordPaymentDialog({
  person,
  onClose,
}: {
  person?: PayingPerson | null;
  onClose: () => void;
}) {
  const [question, setQuestion] = useState<PaymentQuestion | null>(null);
  const [done, setDone] = useState<{ text: string; receipts: Receipt[] } | null>(null);
  const form = useSchemaForm(
    person === null ? feePaymentInput : assignedPaymentSchema,
    makeEmptyValues(person ?? null),
    ({ shares, ...values }: PaymentValues) => ({ ...values, parts: toPaymentParts(shares, values.amount) }),
  );
  const { mutateAsync: record, isPending } = admin.fees.record.useMutation();
  // Reads the form, not its last render: a submit that waited for a search comes before the next render
  const readTypedShares = () => form.getValues('shares');
  const sendPayment = async (input: FeePaymentInput) => {
    setQuestion(null);
    try {
      const { receipts } = await record(input);
      const holderNames = readTypedShares()
        .map(({ person }) => person.name)
        .join(' and ');
      const receiptNumbers = receipts.map(({ receiptNumber }) => receiptNumber).join(', ');
      const recordedPaymentText =
        receipts.length > 0 ? `of ${holderNames}: receipt ${receiptNumbers}` : 'that is unassigned';
      const duplicateQuestionText = `${formatLocalMoney(input.amount)} ${recordedPaymentText}`;
      if (person !== undefined) {
        toast.success('The payment is recorded', { description: duplicateQuestionText });
        return onClose();
      }
      setDone({ text: duplicateQuestionText, receipts });
      form.reset({ ...makeEmptyValues(null), method: input.method, receivedOn: input.receivedOn });
    } catch (error) {
      const duplicateFault = toApiFailure(error).details.find(({ path }) => path === 'again');
      if (duplicateFault)
        setQuestion({
          text: duplicateFault.message,
          confirm: 'Record Again',
          input: { ...input, again: true },
        });
      else showFailureInForm(form, error, 'The payment was not recorded');
    }
  };
  const sendPaymentOrAskFirst = (input: FeePaymentInput) => {
    const text = describeAmountAboveBalance(readTypedShares(), input);
    if (!text) return sendPayment(input);
    setQuestion({ text, confirm: 'Record Payment', input });
  };

  return (
    <SubmitDialog
      title={person === null ? 'Record Unassigned Payment' : 'Record Payment'}
      form={form}
      onSubmit={form.handleSubmit(sendPaymentOrAskFirst)}
      submitLabel="Record Payment"
      cancelLabel={person === undefined ? 'Close' : 'Cancel'}
      isPending={isPending}
      onClose={onClose}
    >
      <OutcomeLine outcome={done ? { isDone: true, text: `Recorded ${done.text}` } : undefined} />
      {done && done.receipts.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {done.receipts.map(({ partId, receiptNumber }) => (
            <PrintMenu key={partId} partId={partId} number={receiptNumber} label={`Print ${receiptNumber}`} />
          ))}
        </div>
      )}
      {person !== null && <PartsField mayChange={!person} onAdd={() => form.setFocus('amount')} />}
      <div className="grid gap-4 md:grid-cols-2">
        <AmountField<PaymentValues> name="amount" />
        <MethodFields hint="How it came" />
        {form.watch('method') === 'cheque' && <TextField<PaymentValues> name="bank" label="Bank" />}
        <TextField<PaymentValues>
          name="receivedOn"
          label="Received On"
          type="date"
          max={toLocalDay(new Date())}
          required
        />
      </div>
      <TextField<PaymentValues>
        name="payerName"
        label="Payer"
        hint={person === null ? undefined : 'If it is somebody else'}
      />
      <AlertDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title="Record Payment"
        description={question?.text}
        confirmLabel={question?.confirm ?? ''}
        variant="primary"
        pending={isPending}
        onConfirm={() => question && sendPayment(question.input)}
      />
    </SubmitDialog>
  );
}
