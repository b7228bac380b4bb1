import { type RegistrationEntry, registrationEntry } from '@institute/contract';
import { isMinor } from '@institute/contract/age';
import {
  type FieldName,
  fillSameAnswers,
  registrationFields,
  registrationSteps,
  sameAnswers,
  sameLabels,
} from '@institute/contract/registration-fields.constants';
import { isDay, toLocalDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { showFailure } from '../../forms/field-errors.ts';
import { CheckField, ChoiceField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { useCourseChoices } from '../../lists/course-choices.ts';
import { MissingChoice } from '../../lists/missing-choice.tsx';
import { useFileNotice } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { PersonSection } from './person-section.tsx';

type EntryProps = { onStored: (stored: { id: number }) => void };

export function NewRegistrationButton(props: EntryProps) {
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

type EntryValues = Record<Exclude<FieldName, 'guardianConsent'>, string> & {
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
} as EntryValues;

const isBirthDayOfMinor = (day: string): boolean => isDay(day) && isMinor(day, toLocalDay(new Date()));

function useEntryForm() {
  const form = useSchemaForm(
    registrationEntry,
    emptyValues,
    ({ programId, intakeId, samePhone, samePerson, ...typed }: EntryValues) => ({
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
function NewRegistrationDialog({ onStored, onClose }: EntryProps & { onClose: () => void }) {
  const mayReadHealth = useMaySee()('health');
  const { mutateAsync: enter, isPending } = admin.registrations.enter.useMutation();
  const { ask, question } = useQuestion();
  const form = useEntryForm();
  const [programId, intakeId, born, email, samePhone, samePerson] = form.watch([
    'programId',
    'intakeId',
    'dateOfBirth',
    'email',
    'samePhone',
    'samePerson',
  ]);
  const fileNotice = useFileNotice({ email: email ? 1 : 0, sms: email ? 0 : 1 });
  const isApplicantMinor = isBirthDayOfMinor(born);
  const contactBoxes = { samePhone, samePerson };
  const isFieldTyped = ({ name }: { name: string }) =>
    !isApplicantMinor || !sameAnswers.some(([box, to]) => contactBoxes[box] && to === name);
  const [personal, course, emergency, medical] = registrationSteps;

  const sendEntry = async (entry: RegistrationEntry): Promise<void> => {
    try {
      const storedEntry = await enter(entry);
      toast.success(`${storedEntry.reference} is stored`);
      onClose();
      onStored(storedEntry);
    } catch (error) {
      const { code, details, message } = toApiFailure(error);
      if (code !== 'CONFLICT' || details[0]?.path !== 'intakeId' || entry.anyway)
        return showFailure(form, error, 'The registration was not stored');
      ask({
        title: 'Choose this intake anyway?',
        description: `${message}.`,
        confirmLabel: 'Choose Anyway',
        variant: 'primary',
        onConfirm: () => sendEntry({ ...entry, anyway: true }),
      });
    }
  };

  return (
    <SubmitDialog
      title="New Registration"
      size="lg"
      form={form}
      onSubmit={form.handleSubmit(sendEntry)}
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
            of={(field) => field.contact === 'guardian' && field.kind !== 'check' && isFieldTyped(field)}
            isRequired={() => true}
          />
          {/* This form has no steps */}
          <CheckField<EntryValues> name="samePhone" label="Same phone as above" />
          <CheckField<EntryValues>
            name="guardianConsent"
            label="The parent or guardian has agreed on paper to this registration"
          />
        </>
      )}
      <PersonSection title={emergency} of={(field) => field.contact === 'emergency' && isFieldTyped(field)} />
      {isApplicantMinor && <CheckField<EntryValues> name="samePerson" label={sameLabels.samePerson} />}
      {mayReadHealth && <PersonSection title={medical} of={({ health }) => Boolean(health)} />}
      <div>
        <CheckField<EntryValues>
          name="agreedOnPaper"
          label="The applicant has agreed to the terms and to data usage on paper"
        />
        <CheckField<EntryValues>
          name="tellsApplicant"
          label="Send the applicant the reference by email or SMS"
        />
        {fileNotice && <p className="text-sm text-muted">{fileNotice}</p>}
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
        <ChoiceField<EntryValues>
          name="programId"
          label="Program"
          choices={[['', 'Choose a program'], ...programs.map(([id, name]) => [String(id), name] as const)]}
          required
        />
        <ChoiceField<EntryValues>
          name="intakeId"
          label="Intake"
          choices={[['', 'None'], ...intakes.map(([id, day]) => [String(id), day] as const)]}
        />
        {!hasIntake && <TextField<EntryValues> name="startDate" label="Start Date" type="date" />}
      </div>
    </fieldset>
  );
}
