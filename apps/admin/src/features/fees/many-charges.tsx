import {
  type ManyChargesInput,
  type ManyReversalsInput,
  manyChargesInput,
  manyReversalsInput,
} from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { kampalaDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { showFailure } from '../../forms/field-errors.ts';
import { ChoiceField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { inputResolver } from '../../forms/form-resolver.ts';
import { useCourseChoices } from '../../lists/course-choices.ts';
import { AmountField, ReasonField } from './fee-dialogs.tsx';
import { countPeople } from './remind-button.tsx';

type Whom = {
  /** Empty: those of an intake, which is chosen in the dialog. */
  ids: number[];
  intake?: number | undefined;
};

/** Charges a class, or takes such a charge back. Nothing for an account that may not keep fees. */
export function ManyChargesButton({ size, ...whom }: Whom & { size?: 'sm' }) {
  const { data: own } = admin.account.get.useQuery();
  const [isOpen, setOpen] = useState(false);
  if (!own?.mayKeepFees) return null;
  return (
    <>
      <Button size={size} variant="outline" onClick={() => setOpen(true)}>
        {whom.ids.length > 0 ? 'Charge Selected' : 'Charge a Class'}
      </Button>
      {isOpen && <ManyChargesDialog {...whom} isOwner={own.isOwner} onClose={() => setOpen(false)} />}
    </>
  );
}

type Input = ManyChargesInput | ManyReversalsInput;
type Plan = AdminAnswers['fees']['planReverseMany'];

const doings = [
  { value: 'charge', label: 'Add a charge' },
  { value: 'reverse', label: 'Take a charge back' },
];

type ManyChargesDialogProps = Whom & { isOwner: boolean; onClose: () => void };

function ManyChargesDialog({ ids, intake, isOwner, onClose }: ManyChargesDialogProps) {
  const { intakes } = useCourseChoices();
  const api = useManyCharges();
  const [plan, setPlan] = useState<Plan | null>(null);
  const empty: { amount: number | null; [field: string]: string | number | null } = {
    does: 'charge',
    registrations: intake ?? '',
    label: '',
    amount: null,
    dueOn: kampalaDay(new Date()),
    reason: '',
  };
  const toInput = ({ registrations: intakeId, ...values }: typeof empty) => {
    const ofClass = intakeId && { intakeId: Number(intakeId) };
    return { ...values, registrations: ids.length > 0 ? ids : ofClass };
  };
  const form = useForm<typeof empty, unknown, Input>({
    resolver: (values, ...rest) => {
      const schema = values.does === 'charge' ? manyChargesInput : manyReversalsInput;
      return inputResolver<typeof empty, Input>(schema, toInput)(values, ...rest);
    },
    defaultValues: empty,
  });
  const { watch } = form;
  // A plan is of what was typed then
  useEffect(() => watch(() => setPlan(null)).unsubscribe, [watch]);
  const isCharge = watch('does') === 'charge';
  const change = useChange((message) => message && form.setError('root', { message }));
  const save = form.handleSubmit(async (input) => {
    const failed = isCharge ? 'Nobody was charged' : 'Nothing was taken back';
    if (!plan) return void (await api.plan(input).then(setPlan, (error) => showFailure(form, error, failed)));
    const describeCharged = ({ count }: { count: number }) =>
      `${countPeople(count)}: ${isCharge ? 'the charge is added' : 'the charge is taken back'}`;
    if (await change(() => api.send(input), { done: describeCharged, failed })) onClose();
  });
  const act = isCharge ? 'Charge' : 'Take Back from';
  return (
    <SubmitDialog
      title={ids.length > 0 ? `Charge ${countPeople(ids.length)}` : 'Charge a Class'}
      form={form}
      onSubmit={save}
      submitLabel={plan ? `${act} ${countPeople(plan.count)}` : 'Preview'}
      variant={isCharge ? undefined : 'danger'}
      isPending={form.formState.isSubmitting}
      disabled={plan?.count === 0}
      onClose={onClose}
    >
      {isOwner && <ChoiceField name="does" label="What" choices={doings} />}
      {ids.length === 0 && (
        <ChoiceField
          name="registrations"
          label="Intake"
          hint="All who are accepted in it"
          required
          choices={[
            { value: '', label: 'Choose an intake' },
            ...intakes.map(([id, label]) => ({ value: String(id), label })),
          ]}
        />
      )}
      <TextField
        name="label"
        label="Label"
        hint={isCharge ? 'Such as Exam fee. Who has it already is left out.' : 'As it was charged'}
        required
      />
      {isCharge ? (
        <div className="grid gap-4 md:grid-cols-2">
          <AmountField />
          <TextField name="dueOn" label="Due On" type="date" required />
        </div>
      ) : (
        <ReasonField />
      )}
      {plan && <PlannedPeople plan={plan} isCharge={isCharge} />}
    </SubmitDialog>
  );
}

function useManyCharges() {
  const { mutateAsync: planChargeMany } = admin.fees.planChargeMany.useMutation();
  const { mutateAsync: planReverseMany } = admin.fees.planReverseMany.useMutation();
  const { mutateAsync: chargeMany } = admin.fees.chargeMany.useMutation();
  const { mutateAsync: reverseMany } = admin.fees.reverseMany.useMutation();
  return {
    plan: (input: Input): Promise<Plan> =>
      'reason' in input ? planReverseMany(input) : planChargeMany(input),
    send: (input: Input): Promise<{ count: number }> =>
      'reason' in input ? reverseMany(input) : chargeMany(input),
  };
}

function PlannedPeople({ plan: { count, total, people }, isCharge }: { plan: Plan; isCharge: boolean }) {
  return (
    <section aria-label="Preview" className="rounded-control border border-line p-3">
      <p aria-live="polite" className="font-medium">
        {countPeople(count)}, {formatMoney('UGX', total)} in all
        {people.length > count && `. ${countPeople(people.length - count)} left out`}
      </p>
      <ul className="max-h-48 overflow-y-auto text-sm">
        {people.map(({ registrationId, name, reference, owes }) => (
          <li key={registrationId} className="wrap-anywhere">
            {name}, {reference}
            {isCharge && owes !== null && (
              <span className="text-muted"> has it already: {formatMoney('UGX', owes)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
