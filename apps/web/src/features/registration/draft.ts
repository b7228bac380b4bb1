import {
  healthFields,
  NEXT_INTAKE,
  ONE_NAME,
  OTHER_DATE,
} from '@institute/contract/registration-fields.constants';
import { tabStore } from '@institute/ui/browser-storage.ts';
import {
  APPLICANT_VALUE,
  type Applicant,
  applicantChoices,
  CHECKED_VALUE,
  type FieldName,
  type FormValues,
  formValues,
  healthStep,
  isIntakeId,
  lastStep,
} from './fields.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';
import { makeFirstState, type ResumedState, type WizardState } from './wizard-state.ts';

/** Key in the tab's store. */
const DRAFT_KEY = 'registration-draft';

type RegistrationDraft = Pick<
  WizardState,
  'applicant' | 'consent' | 'step' | 'asked' | 'key' | 'sent' | 'corrects'
> & {
  values: Partial<FormValues>;
  health: readonly FieldName[];
};

/** Makes a draft, which survives a reload. It contains everything but the health answers. */
export function toDraft({
  values,
  lost,
  applicant,
  consent,
  step,
  asked,
  key,
  sent,
  corrects,
}: WizardState): RegistrationDraft {
  const storedValues = formValues.filter((field) => !field.health).map(({ name }) => [name, values[name]]);
  const givenHealthNames = healthFields.filter((name) => values[name] || lost.includes(name));
  return {
    values: Object.fromEntries(storedValues),
    health: givenHealthNames,
    applicant,
    consent,
    step,
    asked,
    sent,
    corrects,
    // Without its health answers it counts as another registration, which needs another key
    key: givenHealthNames.length === 0 ? key : null,
  };
}

/**
 * Reads the valid parts of a stored draft. A new program in the URL replaces that of the draft. `remembered`
 * are the health answers of this page load; others must be written again, before a new consent.
 */
export function readDraft(
  stored: string | null,
  asked: string,
  remembered: Partial<FormValues> = {},
): ResumedState & { step: number } {
  const draft = parseDraft(stored);
  if (!draft) return { values: {}, step: 0 };
  const { step, applicant, consent, key, sent, corrects, asked: askedBefore } = draft;
  const writtenValues = isObject(draft.values) ? draft.values : {};
  const values: Partial<FormValues> = {};
  for (const { name, health } of formValues) {
    const writtenValue = writtenValues[name];
    if (!health && typeof writtenValue === 'string') values[name] = writtenValue;
  }
  const hasNewProgram = asked !== '' && askedBefore !== asked;
  if (hasNewProgram) {
    delete values.programId;
    if (isIntakeId(values.intakeId)) {
      delete values.intakeId;
      delete values.startDate;
    }
  }
  const givenHealth = Array.isArray(draft.health) ? draft.health : [];
  const lostHealth = healthFields.filter((name) => givenHealth.includes(name) && !(name in remembered));
  const reachedStep = lostHealth.length > 0 ? healthStep : step;
  return {
    values: { ...values, ...remembered },
    lost: lostHealth,
    ...((applicant === 'child' || applicant === 'self') && { applicant }),
    consent: consent === true && lostHealth.length === 0,
    step: isStepNumber(reachedStep) && !hasNewProgram ? reachedStep : 0,
    key: typeof key === 'string' && !hasNewProgram ? key : null,
    sent: typeof sent === 'string' ? sent : null,
    corrects: typeof corrects === 'string' ? corrects : null,
  };
}

/**
 * A saved registration for the form. Somebody else may open it at the same computer, so health answers are left out.
 */
export function reopenRegistration({ key, body, faults, lost }: SavedRegistration): ResumedState {
  const namesToAsk = lost ?? healthFields.filter((name) => body[name]);
  const written: Partial<Record<string, unknown>> = {
    ...body,
    intakeId: body.intakeId ?? OTHER_DATE,
    [ONE_NAME]: body.lastName === '' && CHECKED_VALUE,
  };
  const savedAnswers = formValues.map(({ name, health }) => [
    name,
    health ? '' : String(written[name] || ''),
  ]);
  return {
    values: Object.fromEntries(savedAnswers),
    lost: namesToAsk,
    consent: namesToAsk.length === 0,
    step: lastStep,
    // An unchanged form keeps the key, because it is the same registration
    key: faults || namesToAsk.length > 0 ? null : key,
    sent: null,
    corrects: key,
  };
}

const isStepNumber = (step: unknown): step is number =>
  typeof step === 'number' && Number.isInteger(step) && step >= 0 && step <= lastStep;

type StoredDraft = Partial<Record<keyof RegistrationDraft, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parseDraft(stored: string | null): StoredDraft | null {
  if (stored === null) return null;
  try {
    const draft: unknown = JSON.parse(stored);
    return isObject(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** True when nothing was typed in the form, whatever its step. */
export const isFormUntouched = (state: WizardState): boolean =>
  JSON.stringify(toDraft({ ...state, step: 0 })) === JSON.stringify(toDraft(makeFirstState(state.asked)));

let rememberedValues: Partial<FormValues> = {};

// Without storage in the browser, a reload starts an empty form
export const draftStore = {
  load(asked: string) {
    const storedDraft = tabStore.getItem(DRAFT_KEY);
    return readDraft(storedDraft, asked, storedDraft === null ? {} : rememberedValues);
  },
  save(state: WizardState) {
    if (isFormUntouched(state)) return draftStore.clear();
    const written = healthFields.filter((name) => state.values[name] || !state.lost.includes(name));
    rememberedValues = Object.fromEntries(written.map((name) => [name, state.values[name]]));
    tabStore.setItem(DRAFT_KEY, JSON.stringify(toDraft(state)));
  },
  clear() {
    rememberedValues = {};
    tabStore.removeItem(DRAFT_KEY);
  },
};

const findChosenApplicant = (form: HTMLFormElement): Applicant | undefined =>
  applicantChoices.find(({ value }) => value === new FormData(form).get(APPLICANT_VALUE))?.value;

/**
 * Continues a draft. `entry` is the step of the current history entry, so that Back from another page leads
 * to that step.
 */
export function continueDraft(
  draft: ResumedState,
  entry: number | undefined,
  form: HTMLFormElement | null,
): ResumedState {
  const chosenApplicant = form && findChosenApplicant(form);
  const isFromEarlierVisit = entry !== undefined && Boolean(draft.step) && !draft.lost?.length;
  return {
    ...draft,
    ...(isFromEarlierVisit && { step: entry }),
    ...(chosenApplicant === 'child' && { applicant: chosenApplicant }),
  };
}

/** Values of the fields that differ from the rendered ones. */
export function readTyped(form: HTMLFormElement, drawn: FormValues): Partial<FormValues> {
  const formData = new FormData(form);
  const typedValues: Partial<FormValues> = {};
  for (const { name, kind } of formValues) {
    const value = formData.get(name);
    if (typeof value !== 'string' || value === drawn[name]) continue;
    // While its list loads, a select has its first option as value, which nobody has chosen
    const isChoiceUndecided =
      (value === '' || value === NEXT_INTAKE) && (kind === 'program' || kind === 'intake');
    if (!isChoiceUndecided) typedValues[name] = value;
  }
  return typedValues;
}
