import type { IntakeSummary } from '@institute/contract';
import { limitRegistrationDays } from '@institute/contract/day-bounds';
import {
  formatIntakeStart,
  formatSeatsLeft,
  isTakingRegistrations,
} from '@institute/contract/intakes.constants';
import {
  NEXT_INTAKE,
  ONE_NAME_BOX,
  OTHER_START_DATE,
  oneNameLabels,
  SAME_PERSON_BOX,
  sameAnswerBoxLabels,
} from '@institute/contract/registration-fields.constants';
import { formatDate, readToday } from '@institute/contract/time';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { FieldError, Field as FormField, Input, makeFieldId } from '@institute/ui/field.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { useQuery } from '@tanstack/react-query';
import { ClientOnly, useHydrated } from '@tanstack/react-router';
import { type FocusEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import {
  CHECKED_BOX_VALUE,
  type FormValues,
  findSameAnswerBoxOfField,
  guardianFields,
  isAnsweredByBox,
  isIntakeId,
  isUnderAge,
  labelField,
  type SameAnswerBoxName,
  type SelfOrChild,
  type WizardFieldDefinition,
} from './fields.ts';
import { ProgramSelect } from './program-select.tsx';
import { useSmsCodes } from './sms-codes.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';

export type AnswersProps = Pick<WizardState, 'applicant' | 'values' | 'errors'> & {
  isGuardianAsked: boolean;
  /** The program no longer offers the chosen intake. */
  isClosed: boolean;
  dispatch: (action: WizardAction) => void;
};
type StepFieldsProps = AnswersProps & { fields: readonly WizardFieldDefinition[]; areRequired?: boolean };

export function StepFields({
  fields,
  areRequired,
  isGuardianAsked,
  applicant,
  values,
  errors,
  isClosed,
  dispatch,
}: StepFieldsProps) {
  return (
    <>
      {fields.some(({ required }) => required) && (
        <p className="-mt-3 mb-5 text-sm text-muted">
          <span className="text-clay-deep">*</span> We need these; the rest may wait.
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map((field) => {
          const fieldAnswerProps = { value: values[field.name], error: errors[field.name] };
          if (field.kind === 'intake') {
            const chooseIntakeAndDate = (id: string, startsOn: string) =>
              dispatch({ type: 'choose intake', id, startsOn });
            return (
              <IntakeChoice
                key={field.name}
                programId={values.programId}
                isClosed={isClosed}
                {...fieldAnswerProps}
                onChoose={chooseIntakeAndDate}
              />
            );
          }
          if (field.name === 'startDate' && isIntakeId(values.intakeId) && !isClosed) return null;
          const boxName = findSameAnswerBoxOfField(field.name);
          return (
            <WizardField
              key={field.name}
              field={field}
              applicant={applicant}
              {...fieldAnswerProps}
              required={areRequired ?? field.required ?? false}
              isAnswered={isAnsweredByBox(field.name, values)}
              onEdit={(value) => dispatch({ type: 'edit', name: field.name, value })}
              onLeave={(value) => dispatch({ type: 'leave day', name: field.name, value })}
            >
              {boxName && (
                <div
                  className={cx(boxName === SAME_PERSON_BOX && !isGuardianAsked && 'hidden unscripted:block')}
                >
                  <Checkbox
                    name={boxName}
                    value={CHECKED_BOX_VALUE}
                    label={chooseBoxLabel(boxName, applicant)}
                    checked={values[boxName] === CHECKED_BOX_VALUE}
                    onChange={({ target }) =>
                      dispatch({
                        type: 'edit',
                        name: boxName,
                        value: target.checked ? CHECKED_BOX_VALUE : '',
                      })
                    }
                  />
                </div>
              )}
            </WizardField>
          );
        })}
      </div>
    </>
  );
}

const chooseBoxLabel = (box: SameAnswerBoxName, applicant: SelfOrChild) =>
  box === ONE_NAME_BOX ? oneNameLabels[applicant] : sameAnswerBoxLabels[box];

/** The guardian's fields. Without scripts the page does not know the applicant and always shows them. */
export function GuardianFields(answers: AnswersProps) {
  const isGuardianPartShown = answers.isGuardianAsked;
  return (
    <fieldset className={cx('mb-8', !isGuardianPartShown && 'hidden unscripted:block')}>
      <legend className="text-lg font-semibold">Parent or Guardian</legend>
      <p className="mt-1 mb-4 text-sm text-muted">
        Somebody younger than 18 needs a parent or guardian who agrees.
        <span className="hidden unscripted:inline"> For anybody else leave this empty.</span>
      </p>
      <StepFields
        fields={guardianFields}
        areRequired={isGuardianPartShown && isUnderAge(answers.values)}
        {...answers}
      />
    </fieldset>
  );
}

type WizardFieldProps = {
  field: WizardFieldDefinition;
  applicant: SelfOrChild;
  value: string;
  error: string | undefined;
  onEdit: (value: string) => void;
  onLeave: (value: string) => void;
  required: boolean;
  /** A box below the field gives the answer. */
  isAnswered: boolean;
  children?: ReactNode;
};

function WizardField({
  field,
  applicant,
  value,
  error,
  onEdit,
  onLeave,
  required: isRequired,
  isAnswered,
  children,
}: WizardFieldProps) {
  const { name, kind } = field;
  const label = labelField(name, applicant);
  const smsCodes = useSmsCodes();
  const isHydrated = useHydrated();
  const isAnswerRequired = isRequired && !isAnswered;
  const fieldHint = (smsCodes.length > 0 && field.hintWithSms) || field.hint;
  if (kind === 'check') {
    return (
      <Checkbox
        id={makeFieldId('registration', name)}
        name={name}
        value={CHECKED_BOX_VALUE}
        aria-required={isAnswerRequired}
        label={label}
        checked={value === CHECKED_BOX_VALUE}
        error={error}
        onChange={({ target }) => onEdit(target.checked ? CHECKED_BOX_VALUE : '')}
        className="sm:col-span-2"
      />
    );
  }
  const controlProps = {
    name,
    value,
    // Only with scripts, because without them unticking the box could not enable the field again
    disabled: isAnswered && isHydrated,
    autoComplete: findAutoComplete(field, applicant),
    ...makeRequiredProps(isAnswerRequired),
    ...(isHydrated && kind === 'birthday' && computeBirthRange()),
    ...(isHydrated && kind === 'day' && computeStartRange()),
  };
  const formField = (
    <FormField
      id={makeFieldId('registration', name)}
      label={label}
      hint={fieldHint}
      error={error}
      required={isAnswerRequired}
      className={kind === 'text' || kind === 'email' || kind === 'program' ? 'sm:col-span-2' : undefined}
    >
      {kind === 'program' ? (
        <ProgramSelect {...makeRequiredProps(isAnswerRequired)} name={name} value={value} onChoose={onEdit} />
      ) : kind === 'text' ? (
        <Textarea {...controlProps} rows={3} onChange={({ target }) => onEdit(target.value)} />
      ) : (
        <Input
          {...controlProps}
          type={inputTypes[kind] ?? 'text'}
          onChange={({ target }) => onEdit(target.value)}
          {...((kind === 'day' || kind === 'birthday') && {
            onBlur: ({ target }: FocusEvent<HTMLInputElement>) => onLeave(target.value),
          })}
        />
      )}
    </FormField>
  );
  if (!children) return formField;
  return (
    <div>
      {formField}
      {children}
    </div>
  );
}

const inputTypes: Partial<Record<WizardFieldDefinition['kind'], string>> = {
  email: 'email',
  phone: 'tel',
  day: 'date',
  birthday: 'date',
};

/**
 * The browser's own check is off, because it would refuse what the form allows: a single name, or a form
 * without scripts whose hidden steps are not answered yet.
 */
const makeRequiredProps = (required: boolean) => ({ required: false, 'aria-required': required });

/** Browsers fill in the data of the person who writes, who may be a parent. */
const findAutoComplete = (
  { autoComplete = 'off', autoCompleteForChild = autoComplete }: WizardFieldDefinition,
  who: SelfOrChild,
) => (who === 'child' ? autoCompleteForChild : autoComplete);

/** Years in the calendar. Older people type their date, from 1900 on. Without scripts browsers would refuse it. */
const OLDEST_AGE_IN_YEARS = 100;

function computeBirthRange() {
  const latestDay = readToday();
  return {
    min: `${Number(latestDay.slice(0, 4)) - OLDEST_AGE_IN_YEARS}${latestDay.slice(4)}`,
    max: latestDay,
  };
}

function computeStartRange() {
  const { first, last } = limitRegistrationDays(readToday(), 'visitor').startDate;
  return { min: first, max: last };
}

const INTAKE_FIELD_NAME = 'intakeId';

type IntakeChoiceProps = {
  programId: string;
  isClosed: boolean;
  value: string;
  error: string | undefined;
  onChoose: (id: string, startsOn: string) => void;
};

function useOpenIntakes() {
  const { data } = useQuery(useApi().queries.registration.intakes());
  const today = readToday();
  return data?.filter((intake) => isTakingRegistrations(intake, today));
}

const makeIntakeOfProgramTest = (program: string) => (intake: IntakeOption) =>
  String(intake.programId) === program;

/** True for a chosen intake that the program does not offer, such as one that has closed. */
export function useIsChosenIntakeClosed({
  programId,
  intakeId,
}: Record<'programId' | 'intakeId', string>): boolean {
  const programIntakes = useOpenIntakes()?.filter(makeIntakeOfProgramTest(programId));
  return isIntakeId(intakeId) && programIntakes?.every(({ id }) => String(id) !== intakeId) === true;
}

const intakeHasPlace = ({ seatsLeft }: IntakeOption) => seatsLeft !== 0;

type NextIntakeOptions = { values: FormValues; isAsked: boolean; dispatch: (action: WizardAction) => void };

/** Chooses the next start that has a free place, where the applicant has chosen nothing yet. */
export function useNextIntake({ values, isAsked, dispatch }: NextIntakeOptions): void {
  const nextIntake = useOpenIntakes()?.filter(makeIntakeOfProgramTest(values.programId)).find(intakeHasPlace);
  // A layout effect, so that the choice is made before the step is painted
  useLayoutEffect(() => {
    if (!isAsked || !nextIntake || isIntakeChosen(values.intakeId) || values.startDate) return;
    dispatch({ type: 'choose intake', id: String(nextIntake.id), startsOn: nextIntake.startsOn });
  });
}

const isIntakeChosen = (intakeId: string) => isIntakeId(intakeId) || intakeId === OTHER_START_DATE;

/** The choice of an intake. Without scripts it offers the intakes of all programs. */
function IntakeChoice({ programId, isClosed, value, error, onChoose }: IntakeChoiceProps) {
  const intakes = useOpenIntakes() ?? [];
  const programIntakes = intakes.filter(makeIntakeOfProgramTest(programId));
  const [closedIn, setClosedIn] = useState<string>();
  // The field offers another date then, and stays after the choice, because it has the focus
  if (isClosed && closedIn !== programId) setClosedIn(programId);
  return (
    <ClientOnly
      fallback={
        // Hidden where scripts would remove the field, so that nothing moves under a finger
        <div className={cx('sm:col-span-2', programIntakes.length === 0 && 'hidden unscripted:block')}>
          <IntakeSelect intakes={intakes} value={value} error={error} />
        </div>
      }
    >
      {(programIntakes.length > 0 || closedIn === programId) && (
        <div className="sm:col-span-2">
          <Radios
            legend="Intake"
            name={INTAKE_FIELD_NAME}
            choices={[
              ...programIntakes.map((intake) => ({ value: String(intake.id), label: labelIntake(intake) })),
              { value: OTHER_START_DATE, label: 'Another date' },
            ]}
            value={isIntakeChosen(value) || programIntakes.some(intakeHasPlace) ? value : OTHER_START_DATE}
            onChoose={(id) =>
              onChoose(id, programIntakes.find((intake) => String(intake.id) === id)?.startsOn ?? '')
            }
          />
          <FieldError>{error}</FieldError>
        </div>
      )}
    </ClientOnly>
  );
}

type IntakeOption = Pick<IntakeSummary, 'id' | 'programId' | 'startsOn' | 'seatsLeft'>;

const labelIntake = ({ startsOn, seatsLeft }: IntakeOption) =>
  [formatIntakeStart(formatDate(startsOn)), formatSeatsLeft(seatsLeft)].filter(Boolean).join(', ');

type IntakeSelectProps = Pick<IntakeChoiceProps, 'value' | 'error'> & { intakes: IntakeOption[] };

function IntakeSelect({ intakes: openIntakes, value, error }: IntakeSelectProps) {
  const { data: programs } = useQuery(useApi().queries.registration.programs());
  return (
    <FormField id={makeFieldId('registration', INTAKE_FIELD_NAME)} label="Intake" error={error}>
      <Select name={INTAKE_FIELD_NAME} defaultValue={value || NEXT_INTAKE}>
        <option value={NEXT_INTAKE}>The next start with a free place</option>
        <option value={OTHER_START_DATE}>Another date</option>
        {programs?.map(({ id, name }) => {
          const programIntakes = openIntakes.filter(({ programId }) => programId === id);
          if (programIntakes.length === 0) return null;
          return (
            <optgroup key={id} label={name}>
              {programIntakes.map((intake) => (
                <option key={intake.id} value={intake.id}>
                  {labelIntake(intake)}
                </option>
              ))}
            </optgroup>
          );
        })}
      </Select>
    </FormField>
  );
}
