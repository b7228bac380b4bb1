import { allFields, lastStep, type Values } from './fields.ts';
import type { Resumed, WizardState } from './wizard-state.ts';

const DRAFT = 'registration-draft';

type Draft = Pick<WizardState, 'consent' | 'step' | 'asked' | 'key'> & { values: Partial<Values> };

/** What outlives a reload: all but the medical answers. */
export function draftOf({ values, consent, step, asked, key }: WizardState): Draft {
  const kept = allFields.filter(({ medical }) => !medical).map(({ name }) => [name, values[name]]);
  const complete = allFields.every(({ name, medical }) => !medical || !values[name]);
  // what comes back without its medical answers is another application
  return { values: Object.fromEntries(kept), consent, step, asked, key: complete ? key : null };
}

/** A stored draft, as far as it makes sense. A program newly asked for goes before the one of the draft. */
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
  if (isNewlyAsked) delete values.programId;
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

// a browser may refuse to store anything; then a reload begins anew
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
