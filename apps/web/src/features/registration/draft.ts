import {
  healthFields,
  NEXT_INTAKE,
  ONE_NAME_BOX,
  OTHER_START_DATE,
} from '@institute/contract/registration-fields.constants';
import { tabStore } from '@institute/ui/browser-storage.ts';
import {
  APPLICANT_FIELD_NAME,
  applicantChoices,
  CHECKED_BOX_VALUE,
  type FieldName,
  type FormValues,
  formValueDefinitions,
  healthStep,
  isIntakeId,
  lastStep,
  type SelfOrChild,
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
  const storedValues = formValueDefinitions
    .filter((field) => !field.health)
    .map(({ name }) => [name, values[name]]);
  const answeredHealthFieldNames = healthFields.filter((name) => values[name] || lost.includes(name));
  return {
    values: Object.fromEntries(storedValues),
    health: answeredHealthFieldNames,
    applicant,
    consent,
    step,
    asked,
    sent,
    corrects,
    // Without its health answers it counts as another registration, which needs another key
    key: answeredHealthFieldNames.length === 0 ? key : null,
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
  const storedDraftValues = isObject(draft.values) ? draft.values : {};
  const restoredValues: Partial<FormValues> = {};
  for (const { name, health } of formValueDefinitions) {
    const storedFieldValue = storedDraftValues[name];
    if (!health && typeof storedFieldValue === 'string') restoredValues[name] = storedFieldValue;
  }
  const isOtherProgramAsked = asked !== '' && askedBefore !== asked;
  if (isOtherProgramAsked) {
    delete restoredValues.programId;
    if (isIntakeId(restoredValues.intakeId)) {
      delete restoredValues.intakeId;
      delete restoredValues.startDate;
    }
  }
  const storedHealthFieldNames = Array.isArray(draft.health) ? draft.health : [];
  const lostHealthFieldNames = healthFields.filter(
    (name) => storedHealthFieldNames.includes(name) && !(name in remembered),
  );
  const reachedStep = lostHealthFieldNames.length > 0 ? healthStep : step;
  return {
    values: { ...restoredValues, ...remembered },
    lost: lostHealthFieldNames,
    ...((applicant === 'child' || applicant === 'self') && { applicant }),
    consent: consent === true && lostHealthFieldNames.length === 0,
    step: isStepNumber(reachedStep) && !isOtherProgramAsked ? reachedStep : 0,
    key: typeof key === 'string' && !isOtherProgramAsked ? key : null,
    sent: typeof sent === 'string' ? sent : null,
    corrects: typeof corrects === 'string' ? corrects : null,
  };
}

/**
 * A saved registration for the form. Somebody else may open it at the same computer, so health answers are left out.
 */
export function reopenRegistration({ key, body, faults, lost }: SavedRegistration): ResumedState {
  const healthFieldNamesToAsk = lost ?? healthFields.filter((name) => body[name]);
  const writtenAnswers: Partial<Record<string, unknown>> = {
    ...body,
    intakeId: body.intakeId ?? OTHER_START_DATE,
    [ONE_NAME_BOX]: body.lastName === '' && CHECKED_BOX_VALUE,
  };
  const savedAnswers = formValueDefinitions.map(({ name, health }) => [
    name,
    health ? '' : String(writtenAnswers[name] || ''),
  ]);
  return {
    values: Object.fromEntries(savedAnswers),
    lost: healthFieldNamesToAsk,
    consent: healthFieldNamesToAsk.length === 0,
    step: lastStep,
    // An unchanged form keeps the key, because it is the same registration
    key: faults || healthFieldNamesToAsk.length > 0 ? null : key,
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

let valuesKeptInMemory: Partial<FormValues> = {};

// Without storage in the browser, a reload starts an empty form
export const draftStore = {
  load(asked: string) {
    const storedDraft = tabStore.getItem(DRAFT_KEY);
    return readDraft(storedDraft, asked, storedDraft === null ? {} : valuesKeptInMemory);
  },
  save(state: WizardState) {
    if (isFormUntouched(state)) return draftStore.clear();
    const written = healthFields.filter((name) => state.values[name] || !state.lost.includes(name));
    valuesKeptInMemory = Object.fromEntries(written.map((name) => [name, state.values[name]]));
    tabStore.setItem(DRAFT_KEY, JSON.stringify(toDraft(state)));
  },
  clear() {
    valuesKeptInMemory = {};
    tabStore.removeItem(DRAFT_KEY);
  },
};

const findChosenApplicant = (form: HTMLFormElement): SelfOrChild | undefined =>
  applicantChoices.find(({ value }) => value === new FormData(form).get(APPLICANT_FIELD_NAME))?.value;

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
export function readTypedFormValues(form: HTMLFormElement, drawn: FormValues): Partial<FormValues> {
  const formData = new FormData(form);
  const typedFormValues: Partial<FormValues> = {};
  for (const { name, kind } of formValueDefinitions) {
    const typedFieldValue = formData.get(name);
    if (typeof typedFieldValue !== 'string' || typedFieldValue === drawn[name]) continue;
    // While its list loads, a select has its first option as value, which nobody has chosen
    const isSelectUndecided =
      (typedFieldValue === '' || typedFieldValue === NEXT_INTAKE) &&
      (kind === 'program' || kind === 'intake');
    if (!isSelectUndecided) typedFormValues[name] = typedFieldValue;
  }
  return typedFormValues;
}
