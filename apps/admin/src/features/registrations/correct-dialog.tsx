import { type Registration, registrationCorrection } from '@institute/contract';
import { correctableFields, registrationSteps } from '@institute/contract/registration-fields.constants';
import { registrationLimits } from '@institute/contract/registrations.constants';
import { Button } from '@institute/ui/button.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { PersonSection } from './person-section.tsx';
import type { DecisionState } from './use-decision.ts';

type CorrectRegistrationProps = {
  registration: Registration;
  decision: Pick<DecisionState, 'tag' | 'followTag'>;
};

export function CorrectRegistrationButton(props: CorrectRegistrationProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="-my-1.5 px-0! text-green! underline underline-offset-4 print:hidden"
        onClick={() => setOpen(true)}
      >
        Correct Details
      </Button>
      {isOpen && <CorrectRegistrationDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type CorrectableName = (typeof correctableFields)[number];
type CorrectionValues = Record<CorrectableName | 'reason', string>;

const correctionSchema = registrationCorrection.shape.fields.safeExtend({
  reason: registrationCorrection.shape.reason,
});

const isCorrectable = ({ name }: { name: string }) => correctableFields.some((field) => field === name);

function CorrectRegistrationDialog({
  registration,
  decision,
  onClose,
}: CorrectRegistrationProps & { onClose: () => void }) {
  const { id, medicalHidden } = registration;
  const storedFieldValues = Object.fromEntries(
    correctableFields.map((name) => [name, registration[name] ?? '']),
  ) as Record<CorrectableName, string>;
  // Unchanged fields are not sent, so that an old value that today's rules refuse stops no other correction
  const form = useSchemaForm(
    correctionSchema,
    { ...storedFieldValues, reason: '' },
    ({ reason, ...typed }: CorrectionValues) => ({
      ...Object.fromEntries(
        Object.entries(typed).filter(([name, value]) => value !== storedFieldValues[name as CorrectableName]),
      ),
      reason,
    }),
  );
  const { mutateAsync: correct } = admin.registrations.correct.useMutation();
  const describeNotification = useDescribeNotification();
  const [personal, , emergency, medical] = registrationSteps;
  const { dirtyFields } = form.formState;

  return (
    <InputDialog
      title="Correct Details"
      description={`The history keeps what stood here before. ${describeNotification('Of a changed email or phone the former and the new one are told')}`}
      size="lg"
      form={form}
      send={async ({ reason, ...fields }) => {
        const { tag } = await correct({ id, ifMatch: decision.tag, fields, reason });
        decision.followTag(tag);
      }}
      messages={{ done: 'The details are corrected', failed: 'The details were not corrected' }}
      submitLabel="Save"
      disabled={correctableFields.every((name) => !dirtyFields[name])}
      onClose={onClose}
    >
      <PersonSection
        title={personal}
        of={(field) => field.step === 0 && isCorrectable(field)}
        isRequired={({ required, mayBeEmpty }) => Boolean(required && !mayBeEmpty)}
      />
      <PersonSection title={emergency} of={({ contact }) => contact === 'emergency'} />
      <PersonSection
        title="Parent or Guardian"
        of={(field) => field.contact === 'guardian' && isCorrectable(field)}
      />
      {!medicalHidden && <PersonSection title={medical} of={({ health }) => Boolean(health)} />}
      <TextField<CorrectionValues>
        name="reason"
        label="Reason"
        hint={`Only the office reads this, in the history. At most ${registrationLimits.reason} letters.`}
      />
    </InputDialog>
  );
}
