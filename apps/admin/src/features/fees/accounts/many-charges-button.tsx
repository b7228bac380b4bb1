import {
  type ManyChargesInput,
  type ManyReversalsInput,
  manyChargesInput,
  manyReversalsInput,
} from '@institute/contract';
import { highChargeTimes } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { toLocalDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import { useChange } from '../../../api/use-change.ts';
import { showFailure } from '../../../forms/field-errors.ts';
import { ChoiceField, TextField } from '../../../forms/fields.tsx';
import { SubmitDialog } from '../../../forms/form-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import { useCourseChoices } from '../../../lists/course-choices.ts';
import { MissingChoice } from '../../../lists/missing-choice.tsx';
import { countPeople } from '../../../ui/count-items.ts';
import { AmountField, ReasonField } from '../fee-dialogs.tsx';

type ChargedPeople = {
  /** Empty: those of an intake, which is chosen in the dialog. */
  ids: number[];
  intake?: number | undefined;
};

/** Charges a class, or reverses such a charge. Nothing for an account that may not keep fees. */
export function ManyChargesButton({ size, ...whom }: ChargedPeople & { size?: 'sm' }) {
  const [isOpen, setOpen] = useState(false);
  const maySee = useMaySee();
  if (!maySee(needs.fees)) return null;
  return (
    <>
      <Button size={size} variant="outline" onClick={() => setOpen(true)}>
        {whom.ids.length > 0 ? 'Charge Selected' : 'Charge a Class'}
      </Button>
      {isOpen && <ManyChargesDialog {...whom} isOwner={maySee('owner')} onClose={() => setOpen(false)} />}
    </>
  );
}

type Input = ManyChargesInput | ManyReversalsInput;
type Plan = AdminAnswers['fees']['planReverseMany'] & { high?: number };

const schema = z.discriminatedUnion('does', [
  manyChargesInput.extend({ does: z.literal('charge') }),
  manyReversalsInput.extend({ does: z.literal('reverse') }),
]);
type Values = {
  does: 'charge' | 'reverse';
  registrations: number | '';
} & Omit<FormValues<typeof manyChargesInput & typeof manyReversalsInput>, 'registrations'>;

const actionChoices = Object.entries({ charge: 'Add a charge', reverse: 'Reverse a charge' });

type ManyChargesDialogProps = ChargedPeople & { isOwner: boolean; onClose: () => void };

function ManyChargesDialog({ ids, intake, isOwner, onClose }: ManyChargesDialogProps) {
  const { intakes } = useCourseChoices();
  const api = useManyCharges();
  const [plan, setPlan] = useState<Plan | null>(null);
  const form = useSchemaForm(
    schema,
    {
      does: 'charge',
      registrations: intake ?? '',
      label: '',
      amount: null,
      dueOn: toLocalDay(new Date()),
      reason: '',
    },
    ({ registrations: intakeId, ...values }: Values) => {
      const ofClass = intakeId ? { intakeId: Number(intakeId) } : null;
      return { ...values, registrations: ids.length > 0 ? ids : ofClass };
    },
  );
  const { watch } = form;
  // A plan belongs to the values it was made of, so a change removes it
  useEffect(() => watch(() => setPlan(null)).unsubscribe, [watch]);
  const isCharge = watch('does') === 'charge';
  const change = useChange((message) => message && form.setError('root', { message }));
  const save = form.handleSubmit(async ({ does: _, ...input }) => {
    const failed = isCharge ? 'Nobody was charged' : 'Nothing was reversed';
    if (!plan) return void (await api.plan(input).then(setPlan, (error) => showFailure(form, error, failed)));
    const describeCharged = ({ count }: { count: number }) =>
      `${countPeople(count)}: ${isCharge ? 'the charge is added' : 'the charge is reversed'}`;
    if (
      await change(() => api.send({ ...input, ...(plan.high && { again: true }) }), {
        done: describeCharged,
        failed,
      })
    )
      onClose();
  });
  const act = isCharge ? 'Charge' : 'Reverse for';
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
      {ids.length === 0 && <MissingChoice of="intakes" />}
      {isOwner && <ChoiceField<Values> name="does" label="What" choices={actionChoices} />}
      {ids.length === 0 && (
        <ChoiceField<Values>
          name="registrations"
          label="Intake"
          hint="All who are accepted in it"
          required
          choices={[['', 'Choose an intake'], ...intakes]}
        />
      )}
      <TextField<Values>
        name="label"
        label="Label"
        hint={isCharge ? 'Such as Exam fee. Who has it already is left out.' : 'As it was charged'}
        required
      />
      {isCharge ? (
        <div className="grid gap-4 md:grid-cols-2">
          <AmountField<Values> name="amount" />
          <TextField<Values> name="dueOn" label="Due On" type="date" required />
        </div>
      ) : (
        <ReasonField<Values> name="reason" />
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

function PlannedPeople({
  plan: { count, total, people, high = 0 },
  isCharge,
}: {
  plan: Plan;
  isCharge: boolean;
}) {
  return (
    <section aria-label="Preview" className="rounded-control border border-line p-3">
      <p aria-live="polite" className="font-medium">
        {countPeople(count)}, {formatLocalMoney(total)} in all
        {people.length > count && `. ${countPeople(people.length - count)} left out`}
      </p>
      {high > 0 && (
        <p className="text-clay-deep">
          For {countPeople(high)} this is {highChargeTimes} times the price of the program or more.
        </p>
      )}
      <ul className="max-h-48 overflow-y-auto text-sm">
        {people.map(({ registrationId, name, reference, owes }) => (
          <li key={registrationId} className="wrap-anywhere">
            {name}, {reference}
            {isCharge && owes !== null && (
              <span className="text-muted"> has it already: {formatLocalMoney(owes)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
