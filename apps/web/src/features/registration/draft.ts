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
  formValues,
  healthStep,
  isIntake,
  lastStep,
  type Values,
} from './fields.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';
import { beginWizard, type ResumedState, type WizardState } from './wizard-state.ts';

/** Key in the tab's store. */
const DRAFT_KEY = 'registration-draft';

type Draft = Pick<WizardState, 'applicant' | 'consent' | 'step' | 'asked' | 'key' | 'sent' | 'corrects'> & {
  values: Partial<Values>;
  health: readonly FieldName[];
};

/** Everything but the health answers. Survives a reload. */
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
}: WizardState): Draft {
  const storedValues = formValues.filter((field) => !field.health).map(({ name }) => [name, values[name]]);
  const health = healthFields.filter((name) => values[name] || lost.includes(name));
  return {
    values: Object.fromEntries(storedValues),
    health,
    applicant,
    consent,
    step,
    asked,
    sent,
    corrects,
    // Without its health answers it is another registration, which needs another key
    key: health.length === 0 ? key : null,
  };
}

/**
 * Reads the valid parts of a stored draft. A new program in the URL replaces that of the draft. `remembered`
 * are the health answers of this page load; others must be written again, before a new consent.
 */
export function readDraft(
  stored: string | null,
  asked: string,
  remembered: Partial<Values> = {},
): ResumedState & { step: number } {
  const draft = parseDraft(stored);
  if (!draft) return { values: {}, step: 0 };
  const { step, applicant, consent, key, sent, corrects, asked: askedBefore } = draft;
  const written = isObject(draft.values) ? draft.values : {};
  const values: Partial<Values> = {};
  for (const { name, health } of formValues) {
    const value = written[name];
    if (!health && typeof value === 'string') values[name] = value;
  }
  const isNewlyAsked = asked !== '' && askedBefore !== asked;
  if (isNewlyAsked) {
    delete values.programId;
    if (isIntake(values.intakeId)) {
      delete values.intakeId;
      delete values.startDate;
    }
  }
  const givenHealth = Array.isArray(draft.health) ? draft.health : [];
  const lost = healthFields.filter((name) => givenHealth.includes(name) && !(name in remembered));
  const reached = lost.length > 0 ? healthStep : step;
  return {
    values: { ...values, ...remembered },
    lost,
    ...((applicant === 'child' || applicant === 'self') && { applicant }),
    consent: consent === true && lost.length === 0,
    step: isStep(reached) && !isNewlyAsked ? reached : 0,
    key: typeof key === 'string' && !isNewlyAsked ? key : null,
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
  const answers = formValues.map(({ name, health }) => [name, health ? '' : String(written[name] || '')]);
  return {
    values: Object.fromEntries(answers),
    lost: namesToAsk,
    consent: namesToAsk.length === 0,
    step: lastStep,
    // An unchanged form is the same registration
    key: faults || namesToAsk.length > 0 ? null : key,
    sent: null,
    corrects: key,
  };
}

const isStep = (step: unknown): step is number =>
  typeof step === 'number' && Number.isInteger(step) && step >= 0 && step <= lastStep;

type StoredDraft = Partial<Record<keyof Draft, unknown>>;

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

/** True for the form as it begins, on whatever step. */
export const isFormUntouched = (state: WizardState): boolean =>
  JSON.stringify(toDraft({ ...state, step: 0 })) === JSON.stringify(toDraft(beginWizard(state.asked)));

let rememberedValues: Partial<Values> = {};

// Without storage in the browser, a reload starts an empty form
export const draftStore = {
  load(asked: string) {
    const stored = tabStore.getItem(DRAFT_KEY);
    return readDraft(stored, asked, stored === null ? {} : rememberedValues);
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

/** `entry` is the step of the history entry: back from another page leads there. */
export function continueDraft(
  draft: ResumedState,
  entry: number | undefined,
  form: HTMLFormElement | null,
): ResumedState {
  const chosen = form && findChosenApplicant(form);
  const isEarlier = entry !== undefined && Boolean(draft.step) && !draft.lost?.length;
  return {
    ...draft,
    ...(isEarlier && { step: entry }),
    ...(chosen === 'child' && { applicant: chosen }),
  };
}

/** Values of the fields that differ from the rendered ones. */
export function readTyped(form: HTMLFormElement, drawn: Values): Partial<Values> {
  const data = new FormData(form);
  const typed: Partial<Values> = {};
  for (const { name, kind } of formValues) {
    const value = data.get(name);
    if (typeof value !== 'string' || value === drawn[name]) continue;
    // A choice has its first option until its list is loaded
    const isUnknown = (value === '' || value === NEXT_INTAKE) && (kind === 'program' || kind === 'intake');
    if (!isUnknown) typed[name] = value;
  }
  return typed;
}
