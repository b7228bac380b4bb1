import {
  type ManyChargesInput,
  type ManyReversalsInput,
  manyChargesInput,
  manyReversalsInput,
} from '@institute/contract';
import { highChargeFactor } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { toLocalDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import { useChange } from '../../../api/use-change.ts';
import { showFailureInForm } from '../../../forms/field-errors.ts';
import { ChoiceField, TextField } from '../../../forms/fields.tsx';
import { SubmitDialog } from '../../../forms/form-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import { useCourseChoices } from '../../../lists/course-choices.ts';
import { MissingChoice } from '../../../lists/missing-choice.tsx';
import { countPeople } from '../../../ui/count-items.ts';
import { AmountField, ReasonField } from '../fee-dialogs.tsx';

type ChargedPeople = {
  /** Registrations to charge. Empty: everybody of an intake that is chosen in the dialog. */
  ids: number[];
  intake?: number | undefined;
};

/**
 * Adds a charge for a class, or reverses such a charge. Renders nothing for an account without the right to
 * fees.
 */
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

type ChargesOrReversalsInput = ManyChargesInput | ManyReversalsInput;
type ManyChargesPlan = AdminAnswers['fees']['planReverseMany'] & { high?: number };

const manyChargesSchema = z.discriminatedUnion('does', [
  manyChargesInput.extend({ does: z.literal('charge') }),
  manyReversalsInput.extend({ does: z.literal('reverse') }),
]);
type ManyChargesValues = {
  does: 'charge' | 'reverse';
  registrations: number | '';
} & Omit<FormValues<typeof manyChargesInput & typeof manyReversalsInput>, 'registrations'>;

const chargeActionChoices = Object.entries({ charge: 'Add a charge', reverse: 'Reverse a charge' });

type ManyChargesDialogProps = ChargedPeople & { isOwner: boolean; onClose: () => void };

function ManyChargesDialog({ ids, intake, isOwner, onClose }: ManyChargesDialogProps) {
  const { intakes } = useCourseChoices();
  const manyChargesApi = useManyChargesCalls();
  const [plan, setPlan] = useState<ManyChargesPlan | null>(null);
  const form = useSchemaForm(
    manyChargesSchema,
    {
      does: 'charge',
      registrations: intake ?? '',
      label: '',
      amount: null,
      dueOn: toLocalDay(new Date()),
      reason: '',
    },
    ({ registrations: intakeId, ...values }: ManyChargesValues) => {
      const chosenIntake = intakeId ? { intakeId: Number(intakeId) } : null;
      return { ...values, registrations: ids.length > 0 ? ids : chosenIntake };
    },
  );
  const { watch } = form;
  // A plan belongs to the values it was made of, so a change removes it
  useEffect(() => watch(() => setPlan(null)).unsubscribe, [watch]);
  const addsCharges = watch('does') === 'charge';
  const runChange = useChange((message) => message && form.setError('root', { message }));
  const saveCharges = form.handleSubmit(async ({ does: _, ...input }) => {
    const failedText = addsCharges ? 'Nobody was charged' : 'Nothing was reversed';
    if (!plan)
      return void (await manyChargesApi
        .plan(input)
        .then(setPlan, (error) => showFailureInForm(form, error, failedText)));
    const describeCharged = ({ count }: { count: number }) =>
      `${countPeople(count)}: ${addsCharges ? 'the charge is added' : 'the charge is reversed'}`;
    if (
      await runChange(() => manyChargesApi.send({ ...input, ...(plan.high && { again: true }) }), {
        done: describeCharged,
        failed: failedText,
      })
    )
      onClose();
  });
  const chargeActionLabel = addsCharges ? 'Charge' : 'Reverse for';
  return (
    <SubmitDialog
      title={ids.length > 0 ? `Charge ${countPeople(ids.length)}` : 'Charge a Class'}
      form={form}
      onSubmit={saveCharges}
      submitLabel={plan ? `${chargeActionLabel} ${countPeople(plan.count)}` : 'Preview'}
      variant={addsCharges ? undefined : 'danger'}
      isPending={form.formState.isSubmitting}
      disabled={plan?.count === 0}
      onClose={onClose}
    >
      {ids.length === 0 && <MissingChoice of="intakes" />}
      {isOwner && <ChoiceField<ManyChargesValues> name="does" label="What" choices={chargeActionChoices} />}
      {ids.length === 0 && (
        <ChoiceField<ManyChargesValues>
          name="registrations"
          label="Intake"
          hint="All who are accepted in it"
          required
          choices={[['', 'Choose an intake'], ...intakes]}
        />
      )}
      <TextField<ManyChargesValues>
        name="label"
        label="Label"
        hint={addsCharges ? 'Such as Exam fee. Who has it already is left out.' : 'As it was charged'}
        required
      />
      {addsCharges ? (
        <div className="grid gap-4 md:grid-cols-2">
          <AmountField<ManyChargesValues> name="amount" />
          <TextField<ManyChargesValues> name="dueOn" label="Due On" type="date" required />
        </div>
      ) : (
        <ReasonField<ManyChargesValues> name="reason" />
      )}
      {plan && <PlannedPeople plan={plan} isCharge={addsCharges} />}
    </SubmitDialog>
  );
}

function useManyChargesCalls() {
  const { mutateAsync: planChargeMany } = admin.fees.planChargeMany.useMutation();
  const { mutateAsync: planReverseMany } = admin.fees.planReverseMany.useMutation();
  const { mutateAsync: chargeMany } = admin.fees.chargeMany.useMutation();
  const { mutateAsync: reverseMany } = admin.fees.reverseMany.useMutation();
  return {
    plan: (input: ChargesOrReversalsInput): Promise<ManyChargesPlan> =>
      'reason' in input ? planReverseMany(input) : planChargeMany(input),
    send: (input: ChargesOrReversalsInput): Promise<{ count: number }> =>
      'reason' in input ? reverseMany(input) : chargeMany(input),
  };
}

function PlannedPeople({
  plan: { count, total, people, high = 0 },
  isCharge,
}: {
  plan: ManyChargesPlan;
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
          For {countPeople(high)} this is {highChargeFactor} times the price of the program or more.
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
