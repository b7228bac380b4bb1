import { type FeePaymentInput, feePaymentInput } from '@institute/contract';
import {
  balanceText,
  type FeeMethod,
  feeMethodNames,
  needsOperatorId,
  officeFeeMethods,
} from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { kampalaDay } from '@institute/contract/time';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useRefresh } from '../../api/use-change.ts';
import { showFailure } from '../../forms/field-errors.ts';
import { ChoiceField, NumberField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

type Person = { registrationId: number; reference: string; name: string; balance: number };
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

const paymentResolver = formResolver(
  feePaymentInput.refine(({ registrationId }) => registrationId !== null, {
    path: ['registrationId'],
    message: 'Choose a person',
  }),
);

/** Without a person it stays open for the next one: the desk has a queue. */
export function RecordPaymentDialog({ person, onClose }: { person?: Person; onClose: () => void }) {
  const [chosen, setChosen] = useState<Person | null>(person ?? null);
  const [question, setQuestion] = useState<{ text: string; input: FeePaymentInput } | null>(null);
  const [done, setDone] = useState<string>();
  const refresh = useRefresh();
  const form = useForm<Values, unknown, FeePaymentInput>({
    resolver: paymentResolver as never,
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
      const text = `${formatMoney('UGX', input.amount)} of ${chosen?.name}: receipt ${receiptNumber}`;
      toast.success('The payment is recorded', { description: text });
      void refresh();
      if (person) return onClose();
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
      title="Record Payment"
      form={form}
      onSubmit={form.handleSubmit(send)}
      submitLabel="Record Payment"
      cancelLabel={person ? 'Cancel' : 'Close'}
      isPending={isPending}
      onClose={onClose}
    >
      <OutcomeLine outcome={done ? { isDone: true, text: `Recorded ${done}` } : undefined} />
      <PersonField
        chosen={chosen}
        mayChange={!person}
        error={form.formState.errors.registrationId?.message}
        onChoose={choosePerson}
      />
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
      <TextField<Values> name="payerName" label="Payer" hint="If it is somebody else" />
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

type PersonFieldProps = {
  chosen: Person | null;
  mayChange: boolean;
  error: string | undefined;
  onChoose: (person: Person | null) => void;
};

const SHOWN = 5;

/** Finds people with an account of fees. Enter takes the only one that is found. */
function PersonField({ chosen, mayChange, error, onChoose }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const input = useRef<HTMLInputElement>(null);
  const { data } = admin.fees.list.useQuery(
    { q, limit: SHOWN, offset: 0, sort: 'name' },
    { enabled: q !== '' && !chosen },
  );
  const isSearched = q !== '' && q === typed.trim();
  const found = isSearched ? data?.items : undefined;
  useEffect(() => {
    if (!chosen) input.current?.focus();
  }, [chosen]);
  const choose = (person: Person) => {
    setTyped('');
    onChoose(person);
  };
  if (chosen) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3">
        <p className="min-w-0 wrap-anywhere">
          <strong>{chosen.name}</strong>, {chosen.reference}
          <span className="block text-sm text-muted">Balance {balanceText(chosen.balance)}</span>
        </p>
        {mayChange && (
          <Button size="sm" variant="outline" onClick={() => onChoose(null)}>
            Change Person
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label="Person" hint="Name, phone, reference or pay code" required error={error}>
        <Input
          ref={input}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (found?.length === 1 && found[0]) choose(found[0]);
          }}
        />
      </Field>
      <p aria-live="polite" className="sr-only">
        {found && `${found.length} found`}
      </p>
      {found?.length === 0 && (
        <p className="text-sm text-muted">
          Nobody with fees is found. Open the registration to record a payment of somebody else.
        </p>
      )}
      {found && found.length > 0 && (
        <ul aria-label="People" className="divide-y divide-line rounded-control border border-line">
          {found.map((person) => (
            <li key={person.registrationId}>
              <button
                type="button"
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-left hover:bg-sand"
                onClick={() => choose(person)}
              >
                <span className="min-w-0 wrap-anywhere">
                  {person.name}, {person.reference}
                </span>
                <span className="text-sm text-muted">{balanceText(person.balance)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
