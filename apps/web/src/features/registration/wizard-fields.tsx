import type { IntakeSummary } from '@institute/contract';
import { limitRegistrationDays } from '@institute/contract/day-bounds';
import { formatPlaces, isTakingRegistrations, startText } from '@institute/contract/intakes.constants';
import {
  NEXT_INTAKE,
  ONE_NAME,
  OTHER_DATE,
  oneNameLabels,
  SAME_PERSON,
  sameLabels,
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
  type Applicant,
  type Box,
  CHECKED_VALUE,
  type Field,
  findBox,
  guardianFields,
  isAnsweredByBox,
  isChild,
  isIntake,
  labelField,
  type Values,
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
type StepFieldsProps = AnswersProps & { fields: readonly Field[]; areRequired?: boolean };

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
          const answer = { value: values[field.name], error: errors[field.name] };
          if (field.kind === 'intake') {
            const chooseIntake = (id: string, startsOn: string) =>
              dispatch({ type: 'choose intake', id, startsOn });
            return (
              <IntakeChoice
                key={field.name}
                programId={values.programId}
                isClosed={isClosed}
                {...answer}
                onChoose={chooseIntake}
              />
            );
          }
          if (field.name === 'startDate' && isIntake(values.intakeId) && !isClosed) return null;
          const box = findBox(field.name);
          return (
            <WizardField
              key={field.name}
              field={field}
              applicant={applicant}
              {...answer}
              required={areRequired ?? field.required ?? false}
              isAnswered={isAnsweredByBox(field.name, values)}
              onEdit={(value) => dispatch({ type: 'edit', name: field.name, value })}
              onLeave={(value) => dispatch({ type: 'leave day', name: field.name, value })}
            >
              {box && (
                <div className={cx(box === SAME_PERSON && !isGuardianAsked && 'hidden unscripted:block')}>
                  <Checkbox
                    name={box}
                    value={CHECKED_VALUE}
                    label={labelBox(box, applicant)}
                    checked={values[box] === CHECKED_VALUE}
                    onChange={({ target }) =>
                      dispatch({ type: 'edit', name: box, value: target.checked ? CHECKED_VALUE : '' })
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

const labelBox = (box: Box, applicant: Applicant) =>
  box === ONE_NAME ? oneNameLabels[applicant] : sameLabels[box];

/** Without scripts it is always shown, because the applicant is not known. */
export function GuardianFields(answers: AnswersProps) {
  const isAsked = answers.isGuardianAsked;
  return (
    <fieldset className={cx('mb-8', !isAsked && 'hidden unscripted:block')}>
      <legend className="text-lg font-semibold">Parent or Guardian</legend>
      <p className="mt-1 mb-4 text-sm text-muted">
        Somebody younger than 18 needs a parent or guardian who agrees.
        <span className="hidden unscripted:inline"> For anybody else leave this empty.</span>
      </p>
      <StepFields fields={guardianFields} areRequired={isAsked && isChild(answers.values)} {...answers} />
    </fieldset>
  );
}

type WizardFieldProps = {
  field: Field;
  applicant: Applicant;
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
  const codes = useSmsCodes();
  const isHydrated = useHydrated();
  const required = isRequired && !isAnswered;
  const hint = (codes.length > 0 && field.hintWithSms) || field.hint;
  if (kind === 'check') {
    return (
      <Checkbox
        id={makeFieldId('registration', name)}
        name={name}
        value={CHECKED_VALUE}
        aria-required={required}
        label={label}
        checked={value === CHECKED_VALUE}
        error={error}
        onChange={({ target }) => onEdit(target.checked ? CHECKED_VALUE : '')}
        className="sm:col-span-2"
      />
    );
  }
  const control = {
    name,
    value,
    // Without scripts a box that is unticked again could not open it
    disabled: isAnswered && isHydrated,
    autoComplete: findAutoComplete(field, applicant),
    ...makeRequiredProps(required),
    ...(isHydrated && kind === 'birthday' && computeBirthRange()),
    ...(isHydrated && kind === 'day' && startRange()),
  };
  const formField = (
    <FormField
      id={makeFieldId('registration', name)}
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={kind === 'text' || kind === 'email' || kind === 'program' ? 'sm:col-span-2' : undefined}
    >
      {kind === 'program' ? (
        <ProgramSelect {...makeRequiredProps(required)} name={name} value={value} onChoose={onEdit} />
      ) : kind === 'text' ? (
        <Textarea {...control} rows={3} onChange={({ target }) => onEdit(target.value)} />
      ) : (
        <Input
          {...control}
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

const inputTypes: Partial<Record<Field['kind'], string>> = {
  email: 'email',
  phone: 'tel',
  day: 'date',
  birthday: 'date',
};

/**
 * Without scripts the browser would refuse what the form takes: one name alone, or a step whose other steps are
 * hidden and not answered yet.
 */
const makeRequiredProps = (required: boolean) => ({ required: false, 'aria-required': required });

/** Browsers fill in the data of the person who writes, who may be a parent. */
const findAutoComplete = (
  { autoComplete = 'off', autoCompleteForChild = autoComplete }: Field,
  who: Applicant,
) => (who === 'child' ? autoCompleteForChild : autoComplete);

/** What the calendar offers. Older people write their day, from 1900 on, which a browser without scripts would refuse. */
const OLDEST_YEARS = 100;

function computeBirthRange() {
  const max = readToday();
  return { min: `${Number(max.slice(0, 4)) - OLDEST_YEARS}${max.slice(4)}`, max };
}

function startRange() {
  const { first, last } = limitRegistrationDays(readToday(), 'visitor').startDate;
  return { min: first, max: last };
}

const FIELD_NAME = 'intakeId';

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

const isOfProgram = (program: string) => (intake: Intake) => String(intake.programId) === program;

/** True for a chosen intake that the program does not offer, such as one that has closed. */
export function useIsClosed({ programId, intakeId }: Record<'programId' | 'intakeId', string>): boolean {
  const programIntakes = useOpenIntakes()?.filter(isOfProgram(programId));
  return isIntake(intakeId) && programIntakes?.every(({ id }) => String(id) !== intakeId) === true;
}

const hasPlace = ({ seatsLeft }: Intake) => seatsLeft !== 0;

type NextIntake = { values: Values; isAsked: boolean; dispatch: (action: WizardAction) => void };

/** Chooses the next start that has a free place, where the applicant has chosen nothing yet. */
export function useNextIntake({ values, isAsked, dispatch }: NextIntake): void {
  const next = useOpenIntakes()?.filter(isOfProgram(values.programId)).find(hasPlace);
  // Before the step is painted
  useLayoutEffect(() => {
    if (!isAsked || !next || isChosen(values.intakeId) || values.startDate) return;
    dispatch({ type: 'choose intake', id: String(next.id), startsOn: next.startsOn });
  });
}

const isChosen = (intakeId: string) => isIntake(intakeId) || intakeId === OTHER_DATE;

/** Without scripts it offers the intakes of all programs. */
function IntakeChoice({ programId, isClosed, value, error, onChoose }: IntakeChoiceProps) {
  const intakes = useOpenIntakes() ?? [];
  const programIntakes = intakes.filter(isOfProgram(programId));
  const [closedIn, setClosedIn] = useState<string>();
  // Offers another date; stays after the choice, because it has the focus
  if (isClosed && closedIn !== programId) setClosedIn(programId);
  return (
    <ClientOnly
      fallback={
        // Takes no room that scripts would take away below a finger
        <div className={cx('sm:col-span-2', programIntakes.length === 0 && 'hidden unscripted:block')}>
          <IntakeSelect intakes={intakes} value={value} error={error} />
        </div>
      }
    >
      {(programIntakes.length > 0 || closedIn === programId) && (
        <div className="sm:col-span-2">
          <Radios
            legend="Intake"
            name={FIELD_NAME}
            choices={[
              ...programIntakes.map((intake) => ({ value: String(intake.id), label: labelIntake(intake) })),
              { value: OTHER_DATE, label: 'Another date' },
            ]}
            value={isChosen(value) || programIntakes.some(hasPlace) ? value : OTHER_DATE}
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

type Intake = Pick<IntakeSummary, 'id' | 'programId' | 'startsOn' | 'seatsLeft'>;

const labelIntake = ({ startsOn, seatsLeft }: Intake) =>
  [startText(formatDate(startsOn)), formatPlaces(seatsLeft)].filter(Boolean).join(', ');

type IntakeSelectProps = Pick<IntakeChoiceProps, 'value' | 'error'> & { intakes: Intake[] };

function IntakeSelect({ intakes, value, error }: IntakeSelectProps) {
  const { data: programs } = useQuery(useApi().queries.registration.programs());
  return (
    <FormField id={makeFieldId('registration', FIELD_NAME)} label="Intake" error={error}>
      <Select name={FIELD_NAME} defaultValue={value || NEXT_INTAKE}>
        <option value={NEXT_INTAKE}>The next start with a free place</option>
        <option value={OTHER_DATE}>Another date</option>
        {programs?.map(({ id, name }) => {
          const programIntakes = intakes.filter(({ programId }) => programId === id);
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
