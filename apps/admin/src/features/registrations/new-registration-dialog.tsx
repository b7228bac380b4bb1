import { type OfficeRegistrationInput, officeRegistrationInput } from '@institute/contract';
import { isMinor } from '@institute/contract/age';
import {
  type FieldName,
  fillSameAnswers,
  registrationFields,
  registrationSteps,
  sameAnswerBoxLabels,
  sameAnswerCopies,
} from '@institute/contract/registration-fields.constants';
import { isDay, toLocalDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { showFailureInForm } from '../../forms/field-errors.ts';
import { CheckField, ChoiceField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { useCourseChoices } from '../../lists/course-choices.ts';
import { MissingChoice } from '../../lists/missing-choice.tsx';
import { useWrittenToFileNotice } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { PersonSection } from './person-section.tsx';

type NewRegistrationProps = { onStored: (stored: { id: number }) => void };

export function NewRegistrationButton(props: NewRegistrationProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden />
        <span>
          New<span className="max-md:sr-only"> Registration</span>
        </span>
      </Button>
      {isOpen && <NewRegistrationDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type NewRegistrationValues = Record<Exclude<FieldName, 'guardianConsent'>, string> & {
  guardianConsent: boolean;
  samePhone: boolean;
  samePerson: boolean;
  agreedOnPaper: boolean;
  tellsApplicant: boolean;
};

const emptyValues = {
  ...Object.fromEntries(registrationFields.map(({ name }) => [name, ''])),
  guardianConsent: false,
  samePhone: false,
  samePerson: false,
  agreedOnPaper: false,
  tellsApplicant: false,
} as NewRegistrationValues;

const isBirthDayOfMinor = (day: string): boolean => isDay(day) && isMinor(day, toLocalDay(new Date()));

function useNewRegistrationForm() {
  const form = useSchemaForm(
    officeRegistrationInput,
    emptyValues,
    ({ programId, intakeId, samePhone, samePerson, ...typed }: NewRegistrationValues) => ({
      ...fillSameAnswers(typed, isBirthDayOfMinor(typed.dateOfBirth) ? { samePhone, samePerson } : {}),
      programId: Number(programId) || 0,
      intakeId: intakeId ? Number(intakeId) : null,
      agreedOnPaper: typed.agreedOnPaper as true,
    }),
  );
  const { watch, setValue } = form;
  // An intake belongs to one program, so another program removes the chosen intake
  useEffect(
    () => watch((_, { name }) => name === 'programId' && setValue('intakeId', '')).unsubscribe,
    [watch, setValue],
  );
  return form;
}

/** The fields and rules of the public form on one screen. */
function NewRegistrationDialog({ onStored, onClose }: NewRegistrationProps & { onClose: () => void }) {
  const mayReadHealth = useMaySee()('health');
  const { mutateAsync: enter, isPending } = admin.registrations.enter.useMutation();
  const { ask, question } = useQuestion();
  const form = useNewRegistrationForm();
  const [programId, intakeId, born, email, samePhone, samePerson] = form.watch([
    'programId',
    'intakeId',
    'dateOfBirth',
    'email',
    'samePhone',
    'samePerson',
  ]);
  const messageFileNotice = useWrittenToFileNotice({ email: email ? 1 : 0, sms: email ? 0 : 1 });
  const isApplicantMinor = isBirthDayOfMinor(born);
  const contactCheckboxes = { samePhone, samePerson };
  const isFieldToBeTyped = ({ name }: { name: string }) =>
    !isApplicantMinor || !sameAnswerCopies.some(([box, to]) => contactCheckboxes[box] && to === name);
  const [personal, course, emergency, medical] = registrationSteps;

  const saveNewRegistration = async (entry: OfficeRegistrationInput): Promise<void> => {
    try {
      const storedRegistration = await enter(entry);
      toast.success(`${storedRegistration.reference} is stored`);
      onClose();
      onStored(storedRegistration);
    } catch (error) {
      const { code, details, message } = toApiFailure(error);
      if (code !== 'CONFLICT' || details[0]?.path !== 'intakeId' || entry.anyway)
        return showFailureInForm(form, error, 'The registration was not stored');
      ask({
        title: 'Choose this intake anyway?',
        description: `${message}.`,
        confirmLabel: 'Choose Anyway',
        variant: 'primary',
        onConfirm: () => saveNewRegistration({ ...entry, anyway: true }),
      });
    }
  };

  return (
    <SubmitDialog
      title="New Registration"
      size="lg"
      form={form}
      onSubmit={form.handleSubmit(saveNewRegistration)}
      submitLabel="Save"
      isPending={isPending}
      onClose={onClose}
    >
      <MissingChoice of="programs" />
      <PersonSection
        title={personal}
        of={({ step }) => step === 0}
        isRequired={({ required, mayBeEmpty }) => Boolean(required && !mayBeEmpty)}
      />
      <CourseSection title={course} programId={programId} hasIntake={intakeId !== ''} />
      {isApplicantMinor && (
        <>
          <PersonSection
            title="Parent or Guardian"
            of={(field) => field.contact === 'guardian' && field.kind !== 'check' && isFieldToBeTyped(field)}
            isRequired={() => true}
          />
          {/* This form has no steps */}
          <CheckField<NewRegistrationValues> name="samePhone" label="Same phone as above" />
          <CheckField<NewRegistrationValues>
            name="guardianConsent"
            label="The parent or guardian has agreed on paper to this registration"
          />
        </>
      )}
      <PersonSection
        title={emergency}
        of={(field) => field.contact === 'emergency' && isFieldToBeTyped(field)}
      />
      {isApplicantMinor && (
        <CheckField<NewRegistrationValues> name="samePerson" label={sameAnswerBoxLabels.samePerson} />
      )}
      {mayReadHealth && <PersonSection title={medical} of={({ health }) => Boolean(health)} />}
      <div>
        <CheckField<NewRegistrationValues>
          name="agreedOnPaper"
          label="The applicant has agreed to the terms and to data usage on paper"
        />
        <CheckField<NewRegistrationValues>
          name="tellsApplicant"
          label="Send the applicant the reference by email or SMS"
        />
        {messageFileNotice && <p className="text-sm text-muted">{messageFileNotice}</p>}
      </div>
      {question}
    </SubmitDialog>
  );
}

type CourseSectionProps = { title: string; programId: string; hasIntake: boolean };

function CourseSection({ title, programId, hasIntake }: CourseSectionProps) {
  const { programs } = useCourseChoices();
  const { intakes } = useCourseChoices(Number(programId) || -1);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField<NewRegistrationValues>
          name="programId"
          label="Program"
          choices={[['', 'Choose a program'], ...programs.map(([id, name]) => [String(id), name] as const)]}
          required
        />
        <ChoiceField<NewRegistrationValues>
          name="intakeId"
          label="Intake"
          choices={[['', 'None'], ...intakes.map(([id, day]) => [String(id), day] as const)]}
        />
        {!hasIntake && <TextField<NewRegistrationValues> name="startDate" label="Start Date" type="date" />}
      </div>
    </fieldset>
  );
}
