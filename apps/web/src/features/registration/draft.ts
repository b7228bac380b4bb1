import { type Applicant, applicants } from './applicant.ts';
import { APPLICANT, allFields, lastStep, type Values } from './fields.ts';
import type { Resumed, WizardState } from './wizard-state.ts';

const DRAFT = 'registration-draft';

type Draft = Pick<WizardState, 'consent' | 'step' | 'asked' | 'key'> & { values: Partial<Values> };

/** The part that survives a reload: everything but the medical answers. */
export function draftOf({ values, consent, step, asked, key }: WizardState): Draft {
  const kept = allFields.filter(({ medical }) => !medical).map(({ name }) => [name, values[name]]);
  const complete = allFields.every(({ name, medical }) => !medical || !values[name]);
  // Without its medical answers it is another registration, which needs another key.
  return { values: Object.fromEntries(kept), consent, step, asked, key: complete ? key : null };
}

/** Reads the valid parts of a stored draft. A new program in the URL replaces that of the draft. */
export function readDraft(stored: string | null, asked: string): Resumed {
  const draft = parsed(stored);
  if (!draft) return { values: {} };
  const { step, consent, key, asked: askedBefore } = draft;
  const given = isObject(draft.values) ? draft.values : {};
  const values: Partial<Values> = {};
  for (const { name, medical } of allFields) {
    const value = given[name];
    if (!medical && typeof value === 'string') values[name] = value;
  }
  const isNewlyAsked = asked !== '' && askedBefore !== asked;
  if (isNewlyAsked) {
    delete values.programId;
    delete values.intakeId;
  }
  return {
    values,
    consent: consent === true,
    step: isStep(step) && !isNewlyAsked ? step : 0,
    key: typeof key === 'string' && !isNewlyAsked ? key : null,
  };
}

const isStep = (step: unknown): step is number =>
  typeof step === 'number' && Number.isInteger(step) && step >= 0 && step <= lastStep;

type Stored = Partial<Record<keyof Draft, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parsed(stored: string | null): Stored | null {
  if (stored === null) return null;
  try {
    const draft: unknown = JSON.parse(stored);
    return isObject(draft) ? draft : null;
  } catch {
    return null;
  }
}

// A browser may refuse to store anything. Then a reload starts an empty form.
export const draftStore = {
  load(): string | null {
    try {
      return sessionStorage.getItem(DRAFT);
    } catch {
      return null;
    }
  },
  save(state: WizardState) {
    try {
      sessionStorage.setItem(DRAFT, JSON.stringify(draftOf(state)));
    } catch {}
  },
  clear() {
    try {
      sessionStorage.removeItem(DRAFT);
    } catch {}
  },
};

/** The choice that the visitor made before hydration. */
export const chosenBefore = (form: HTMLFormElement): Applicant | undefined =>
  applicants.find(({ value }) => value === new FormData(form).get(APPLICANT))?.value;

/** Values that the visitor typed before hydration: those that differ from the rendered ones. */
export function typedBefore(form: HTMLFormElement, made: Values): Partial<Values> {
  const data = new FormData(form);
  const typed: Partial<Values> = {};
  for (const { name } of allFields) {
    const value = data.get(name);
    if (typeof value === 'string' && value !== '' && value !== made[name]) typed[name] = value;
  }
  return typed;
}
