import { EARLIEST_DAY, yearDigitsMessage } from '@institute/contract/day-bounds';
import type { PostedValues } from '@institute/contract/page-bundle';
import {
  OTHER_START_DATE,
  registrationFields,
  STEP_FIELD,
} from '@institute/contract/registration-fields.constants';
import { joinHiddenFaults } from '../../api/hidden-faults.ts';
import {
  APPLICANT_FIELD_NAME,
  emptyValues,
  type FieldName,
  type FormValueName,
  type FormValues,
  findApplicantByGuardian,
  findFieldThatShowsFaults,
  formValueDefinitions,
  isIntakeId,
  lastStep,
  type SelfOrChild,
} from './fields.ts';

export const CORRECTION_NEEDED_MESSAGE = 'Some answers need a correction';

/** Id of the line above each step, to which the page scrolls. */
export const PROGRESS_ID = 'registration-progress';

export type Question = FieldName | 'consent';
/** `form` holds errors that belong to no question. */
export type WizardErrors = Partial<Record<Question | 'form', string>>;

export type WizardState = {
  values: FormValues;
  applicant: SelfOrChild;
  consent: boolean;
  step: number;
  asked: string;
  /** Idempotency key of the current answers. Set when they are sent, cleared when one changes. */
  key: string | null;
  /** Key of the last sending while its outcome is unknown. A changed answer keeps it. */
  sent: string | null;
  errors: WizardErrors;
  /** Health answers that a reload has lost and that are not written again yet. */
  lost: readonly FieldName[];
  /** Key of the saved registration on this device that these answers replace. */
  corrects: string | null;
  resumed: boolean;
  focus: { on: 'heading' | Question } | null;
};

export type ResumedState = Partial<
  Pick<WizardState, 'applicant' | 'consent' | 'step' | 'key' | 'sent' | 'lost' | 'corrects'>
> & {
  values: Partial<FormValues>;
};

export type WizardAction =
  | { type: 'edit'; name: FormValueName; value: string }
  | { type: 'leave day'; name: FormValueName; value: string }
  | { type: 'take over'; values: Partial<FormValues> }
  | { type: 'choose intake'; id: string; startsOn: string }
  | { type: 'choose applicant'; applicant: SelfOrChild }
  | { type: 'agree'; consent: boolean }
  | { type: 'go'; to: number }
  | { type: 'resume'; given: ResumedState }
  | { type: 'send'; key: string }
  | { type: 'refuse'; errors: WizardErrors }
  | { type: 'demand'; question: Question };

export const makeFirstState = (asked: string): WizardState => ({
  values: { ...emptyValues, programId: asked },
  applicant: 'self',
  consent: false,
  step: 0,
  asked,
  key: null,
  sent: null,
  errors: {},
  lost: [],
  corrects: null,
  resumed: false,
  focus: null,
});

type ReturnedRegistrationForm = {
  asked: string;
  posted: Pick<PostedValues, 'values' | 'faults'> | undefined;
};

export function makeReturnedState({ asked, posted }: ReturnedRegistrationForm): WizardState {
  const firstState = makeFirstState(asked);
  if (!posted) return firstState;
  const postedValueEntries = formValueDefinitions.map(({ name }) => [name, posted.values[name] ?? '']);
  const returnedValues = { ...emptyValues, ...Object.fromEntries(postedValueEntries) };
  const chosenApplicant = posted.values[APPLICANT_FIELD_NAME] === 'child' ? 'child' : undefined;
  const applicant = chosenApplicant ?? findApplicantByGuardian(returnedValues) ?? firstState.applicant;
  const step = clampStep(Number(posted.values[STEP_FIELD]) || 0);
  const returnedState = {
    ...firstState,
    values: returnedValues,
    applicant,
    consent: posted.values.consent === 'true',
    step,
  };
  return reduceWizard(returnedState, { type: 'refuse', errors: toErrors(posted.faults) });
}

const emptyIntakeValues = { intakeId: '', startDate: '' };

const clampStep = (step: number) => Math.min(Math.max(step, 0), lastStep);

const removeError = (errors: WizardErrors, question: Question): WizardErrors => {
  const { [question]: _, ...others } = errors;
  return others;
};

export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'edit': {
      const { name, value } = action;
      const isStartDateEdited = name === 'startDate';
      // An intake belongs to one program and has its own start date, so a change of either removes it
      const isChosenIntakeRemoved =
        (name === 'programId' || isStartDateEdited) && isIntakeId(state.values.intakeId);
      const editedFormValues = {
        ...state.values,
        ...(isChosenIntakeRemoved && emptyIntakeValues),
        ...(isStartDateEdited && { intakeId: OTHER_START_DATE }),
        [name]: value,
      };
      const fieldNamesStillLost = state.lost.filter((other) => other !== name);
      const remainingErrors = isChosenIntakeRemoved ? removeError(state.errors, 'intakeId') : state.errors;
      return {
        ...state,
        values: editedFormValues,
        key: null,
        lost: fieldNamesStillLost,
        errors: removeError(remainingErrors, findFieldThatShowsFaults(name)),
      };
    }
    case 'leave day': {
      const { name, value } = action;
      // A year may be half-typed, because browsers fill it up with zeros; other faults of the date wait until
      // the step ends
      if (!value || value >= EARLIEST_DAY) return state;
      return { ...state, errors: { ...state.errors, [findFieldThatShowsFaults(name)]: yearDigitsMessage } };
    }
    case 'take over': {
      const { values: before } = state;
      const changedValues = Object.entries(action.values).filter(
        ([name, value]) => before[name as FormValueName] !== value,
      );
      if (changedValues.length === 0) return state;
      const typedValues: Partial<FormValues> = Object.fromEntries(changedValues);
      const isChosenIntakeDropped = typedValues.programId !== undefined && isIntakeId(before.intakeId);
      const values = { ...before, ...(isChosenIntakeDropped && emptyIntakeValues), ...typedValues };
      const applicant = findApplicantByGuardian(typedValues) ?? state.applicant;
      const remainingLostFieldNames = state.lost.filter((name) => !(name in typedValues));
      const errorsOfUntouchedFields = changedValues
        .map(([name]) => findFieldThatShowsFaults(name as FormValueName))
        .reduce<WizardErrors>(removeError, state.errors);
      return {
        ...state,
        values,
        applicant,
        key: null,
        lost: remainingLostFieldNames,
        errors: errorsOfUntouchedFields,
      };
    }
    case 'choose intake': {
      const values = { ...state.values, intakeId: action.id, startDate: action.startsOn };
      return { ...state, values, key: null, errors: removeError(state.errors, 'intakeId') };
    }
    case 'choose applicant':
      return { ...state, applicant: action.applicant, key: null };
    case 'agree':
      return { ...state, consent: action.consent, key: null, errors: removeError(state.errors, 'consent') };
    case 'go':
      return { ...state, step: clampStep(action.to), focus: { on: 'heading' } };
    case 'resume': {
      const { values, ...given } = action.given;
      const applicant = given.applicant ?? findApplicantByGuardian(values) ?? state.applicant;
      // After a reload the visitor may be below the step that asks again, so its heading gets the focus
      const focusAfterResume = given.lost?.length ? ({ on: 'heading' } as const) : state.focus;
      return {
        ...state,
        ...given,
        applicant,
        values: { ...state.values, ...values },
        resumed: true,
        focus: focusAfterResume,
      };
    }
    case 'send': {
      const { key } = action;
      // A correction replaces the earlier registration, also when the correction itself is refused
      return { ...state, key, sent: key, corrects: state.corrects && key, errors: {} };
    }
    case 'refuse': {
      const { errors } = action;
      const firstRefused = findFirstRefusedQuestion(errors);
      if (!firstRefused) return { ...state, sent: null, ...(errors.form && { errors }) };
      return {
        ...state,
        sent: null,
        errors,
        step: findStepOfQuestion(firstRefused),
        focus: { on: firstRefused },
      };
    }
    case 'demand':
      return { ...state, step: findStepOfQuestion(action.question), focus: { on: action.question } };
  }
}

const findStepOfQuestion = (question: Question): number =>
  registrationFields.find(({ name }) => name === question)?.step ?? lastStep;

export const questionOrder: readonly Question[] = [...registrationFields.map(({ name }) => name), 'consent'];

const findFirstRefusedQuestion = (errors: WizardErrors): Question | undefined =>
  questionOrder.find((question) => errors[question]);

/** The first error of each question. */
export function toErrors(details: readonly { path: string; message: string }[]): WizardErrors {
  const errors: WizardErrors = {};
  for (const { path, message } of details) {
    const refusedQuestion =
      path === 'consent' ? path : registrationFields.find(({ name }) => name === path)?.name;
    if (refusedQuestion && !errors[refusedQuestion]) errors[refusedQuestion] = message;
  }
  const messageForWholeForm = joinHiddenFaults(details, questionOrder);
  return messageForWholeForm ? { ...errors, form: messageForWholeForm } : errors;
}
