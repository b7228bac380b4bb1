import { type FeePaymentInput, feePaymentInput } from '@institute/contract';
import {
  type FeeMethod,
  feeMethodNames,
  needsOperatorId,
  officeFeeMethods,
} from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { kampalaDay } from '@institute/contract/time';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useRefresh } from '../../api/use-change.ts';
import { showFailure } from '../../forms/field-errors.ts';
import { ChoiceField, NumberField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { type Person, PersonField } from './person-field.tsx';

type Values = {
  registrationId: number | null;
  amount: number | null;
  method: FeeMethod;
  operatorId: string;
  receivedOn: string;
  payerName: string;
};

const methods = officeFeeMethods.map((value) => ({ value, label: feeMethodNames[value] }));
const emptyValues = (registrationId: number | null): Values => ({
  registrationId,
  amount: null,
  method: 'cash',
  operatorId: '',
  payerName: '',
  receivedOn: kampalaDay(new Date()),
});

const nobodysResolver = formResolver(feePaymentInput);
const personsResolver = formResolver(
  feePaymentInput.refine(({ registrationId }) => registrationId !== null, {
    path: ['registrationId'],
    message: 'Choose a person',
  }),
);

/**
 * Without a person it stays open for the next one: the desk has a queue. Null: the money is nobody's yet.
 */
export function RecordPaymentDialog({ person, onClose }: { person?: Person | null; onClose: () => void }) {
  const [chosen, setChosen] = useState<Person | null>(person ?? null);
  const [question, setQuestion] = useState<{ text: string; input: FeePaymentInput } | null>(null);
  const [done, setDone] = useState<string>();
  const refresh = useRefresh();
  const form = useForm<Values, unknown, FeePaymentInput>({
    resolver: (person === null ? nobodysResolver : personsResolver) as never,
    defaultValues: emptyValues(person?.registrationId ?? null),
  });
  const { mutateAsync: record, isPending } = admin.fees.record.useMutation();
  const choosePerson = (next: Person | null) => {
    setChosen(next);
    form.setValue('registrationId', next?.registrationId ?? null, { shouldDirty: true });
    form.clearErrors('registrationId');
    if (next) form.setFocus('amount');
  };

  const send = async (input: FeePaymentInput) => {
    setQuestion(null);
    try {
      const { receiptNumber } = await record(input);
      const whose = chosen ? ` of ${chosen.name}` : '';
      const text = `${formatMoney('UGX', input.amount)}${whose}: receipt ${receiptNumber}`;
      toast.success('The payment is recorded', { description: text });
      void refresh();
      if (person !== undefined) return onClose();
      setDone(text);
      setChosen(null);
      form.reset({ ...emptyValues(null), method: input.method, receivedOn: input.receivedOn });
    } catch (error) {
      const again = toApiFailure(error).details.find(({ path }) => path === 'again');
      if (again) setQuestion({ text: again.message, input });
      else showFailure(form, error, 'The payment was not recorded');
    }
  };

  return (
    <SubmitDialog
      title={person === null ? 'Record Unmatched Payment' : 'Record Payment'}
      form={form}
      onSubmit={form.handleSubmit(send)}
      submitLabel="Record Payment"
      cancelLabel={person === undefined ? 'Close' : 'Cancel'}
      isPending={isPending}
      onClose={onClose}
    >
      <OutcomeLine outcome={done ? { isDone: true, text: `Recorded ${done}` } : undefined} />
      {person !== null && (
        <PersonField
          chosen={chosen}
          mayChange={!person}
          error={form.formState.errors.registrationId?.message}
          onChoose={choosePerson}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField<Values> name="amount" label="Amount" hint="In UGX" min={1} step={1} required />
        <ChoiceField<Values> name="method" label="Method" hint="How it came" choices={methods} />
        <TextField<Values>
          name="operatorId"
          label="Transaction ID"
          required={needsOperatorId(form.watch('method'))}
        />
        <TextField<Values>
          name="receivedOn"
          label="Received On"
          type="date"
          max={kampalaDay(new Date())}
          required
        />
      </div>
      <TextField<Values>
        name="payerName"
        label="Payer"
        hint={person === null ? undefined : 'If it is somebody else'}
      />
      <AlertDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title="Record Payment"
        description={question?.text}
        confirmLabel="Record Again"
        variant="primary"
        pending={isPending}
        onConfirm={() => question && send({ ...question.input, again: true })}
      />
    </SubmitDialog>
  );
}
