import { EARLIEST_DAY, yearDigitsMessage } from '@institute/contract/day-bounds';
import type { Posted } from '@institute/contract/page-bundle';
import {
  OTHER_DATE,
  registrationFields,
  STEP_FIELD,
} from '@institute/contract/registration-fields.constants';
import { joinHiddenFaults } from '../../api/hidden-faults.ts';
import {
  APPLICANT_VALUE,
  type Applicant,
  emptyValues,
  type FieldName,
  findApplicant,
  findShownField,
  formValues,
  isIntake,
  lastStep,
  type ValueName,
  type Values,
} from './fields.ts';

export const CORRECTION_NEEDED = 'Some answers need a correction';

/** Id of the line where each step begins. */
export const PROGRESS_ID = 'registration-progress';

export type Question = FieldName | 'consent';
/** `form` holds errors that belong to no question. */
export type Errors = Partial<Record<Question | 'form', string>>;

export type WizardState = {
  values: Values;
  applicant: Applicant;
  consent: boolean;
  step: number;
  asked: string;
  /** Idempotency key of the current answers. Set when they are sent, cleared when one changes. */
  key: string | null;
  /** Key of the last sending while its outcome is unknown. A changed answer keeps it. */
  sent: string | null;
  errors: Errors;
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
  values: Partial<Values>;
};

export type WizardAction =
  | { type: 'edit'; name: ValueName; value: string }
  | { type: 'leave day'; name: ValueName; value: string }
  | { type: 'take over'; values: Partial<Values> }
  | { type: 'choose intake'; id: string; startsOn: string }
  | { type: 'choose applicant'; applicant: Applicant }
  | { type: 'agree'; consent: boolean }
  | { type: 'go'; to: number }
  | { type: 'resume'; given: ResumedState }
  | { type: 'send'; key: string }
  | { type: 'refuse'; errors: Errors }
  | { type: 'demand'; question: Question };

export const beginWizard = (asked: string): WizardState => ({
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

type ReturnedForm = { asked: string; posted: Pick<Posted, 'values' | 'faults'> | undefined };

export function beginAgain({ asked, posted }: ReturnedForm): WizardState {
  const fresh = beginWizard(asked);
  if (!posted) return fresh;
  const postedValues = formValues.map(({ name }) => [name, posted.values[name] ?? '']);
  const values = { ...emptyValues, ...Object.fromEntries(postedValues) };
  const chosen = posted.values[APPLICANT_VALUE] === 'child' ? 'child' : undefined;
  const applicant = chosen ?? findApplicant(values) ?? fresh.applicant;
  const step = clampStep(Number(posted.values[STEP_FIELD]) || 0);
  const state = { ...fresh, values, applicant, consent: posted.values.consent === 'true', step };
  return reduceWizard(state, { type: 'refuse', errors: toErrors(posted.faults) });
}

const noIntake = { intakeId: '', startDate: '' };

const clampStep = (step: number) => Math.min(Math.max(step, 0), lastStep);

const removeError = (errors: Errors, question: Question): Errors => {
  const { [question]: _, ...others } = errors;
  return others;
};

export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'edit': {
      const { name, value } = action;
      const isDated = name === 'startDate';
      // An intake belongs to one program and has its own start date
      const leavesIntake = (name === 'programId' || isDated) && isIntake(state.values.intakeId);
      const values = {
        ...state.values,
        ...(leavesIntake && noIntake),
        ...(isDated && { intakeId: OTHER_DATE }),
        [name]: value,
      };
      const lost = state.lost.filter((other) => other !== name);
      const errors = leavesIntake ? removeError(state.errors, 'intakeId') : state.errors;
      return { ...state, values, key: null, lost, errors: removeError(errors, findShownField(name)) };
    }
    case 'leave day': {
      const { name, value } = action;
      // Browsers fill a year of two digits up with zeros; other faults may wait for the end
      if (!value || value >= EARLIEST_DAY) return state;
      return { ...state, errors: { ...state.errors, [findShownField(name)]: yearDigitsMessage } };
    }
    case 'take over': {
      const { values: before } = state;
      const others = Object.entries(action.values).filter(
        ([name, value]) => before[name as ValueName] !== value,
      );
      if (others.length === 0) return state;
      const typed: Partial<Values> = Object.fromEntries(others);
      const leavesIntake = typed.programId !== undefined && isIntake(before.intakeId);
      const values = { ...before, ...(leavesIntake && noIntake), ...typed };
      const applicant = findApplicant(typed) ?? state.applicant;
      const lost = state.lost.filter((name) => !(name in typed));
      const errors = others
        .map(([name]) => findShownField(name as ValueName))
        .reduce<Errors>(removeError, state.errors);
      return { ...state, values, applicant, key: null, lost, errors };
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
      const applicant = given.applicant ?? findApplicant(values) ?? state.applicant;
      // A reload keeps the place on the page, which may be below the step that asks again
      const focus = given.lost?.length ? ({ on: 'heading' } as const) : state.focus;
      return { ...state, ...given, applicant, values: { ...state.values, ...values }, resumed: true, focus };
    }
    case 'send': {
      const { key } = action;
      // A correction replaces what it corrects, also when it is refused again
      return { ...state, key, sent: key, corrects: state.corrects && key, errors: {} };
    }
    case 'refuse': {
      const { errors } = action;
      const first = findFirstRefused(errors);
      if (!first) return { ...state, sent: null, ...(errors.form && { errors }) };
      return { ...state, sent: null, errors, step: findStep(first), focus: { on: first } };
    }
    case 'demand':
      return { ...state, step: findStep(action.question), focus: { on: action.question } };
  }
}

const findStep = (question: Question): number =>
  registrationFields.find(({ name }) => name === question)?.step ?? lastStep;

export const questionOrder: readonly Question[] = [...registrationFields.map(({ name }) => name), 'consent'];

const findFirstRefused = (errors: Errors): Question | undefined =>
  questionOrder.find((question) => errors[question]);

/** The first error of each question. */
export function toErrors(details: readonly { path: string; message: string }[]): Errors {
  const errors: Errors = {};
  for (const { path, message } of details) {
    const question = path === 'consent' ? path : registrationFields.find(({ name }) => name === path)?.name;
    if (question && !errors[question]) errors[question] = message;
  }
  const form = joinHiddenFaults(details, questionOrder);
  return form ? { ...errors, form } : errors;
}
