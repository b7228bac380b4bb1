import type { ErrorDetail } from '@institute/contract';
import { useSyncExternalStore } from 'react';
import type { RegistrationBody } from '../../api/api.ts';
import type { FieldName } from './fields.ts';

export type SavedRegistration = {
  key: string;
  /** In milliseconds. */
  savedAt?: number;
  body: RegistrationBody;
  program?: string | undefined;
  faults?: ErrorDetail[];
  /** Health answers that were removed after a refusal. */
  lost?: FieldName[];
};

/** Kept of a sent registration: nothing about the applicant. */
export type SentRegistration = { reference: string; program?: string | undefined; sentAt: number };

/** How far the sender is with a saved registration since this page was loaded. */
export type Progress =
  | { is: 'sent'; reference: string }
  /** The last try did not bring it, and it is tried again by itself. */
  | { is: 'waiting'; for: 'connection' | 'site' };

export type SavedState = {
  saved: readonly SavedRegistration[];
  sent: readonly SentRegistration[];
  /** The keys are those of registrations. One without an entry was not tried yet. */
  progress: Readonly<Record<string, Progress>>;
  /** Key of the registration whose first answer the form on this page waits for. */
  inForm: string | null;
};

export const nothingSaved: SavedState = { saved: [], sent: [], progress: {}, inForm: null };
let state: SavedState | undefined;
const listeners = new Set<() => void>();

/** What this device holds. Undefined until the sender has read it. */
export const savedState = {
  read: () => state,
  change(part: Partial<SavedState>) {
    state = { ...nothingSaved, ...state, ...part };
    for (const tell of listeners) tell();
  },
  noteProgress(key: string, progress: Progress) {
    savedState.change({ progress: { ...state?.progress, [key]: progress } });
  },
  beginInForm(key: string) {
    const { [key]: _, ...progress } = state?.progress ?? {};
    savedState.change({ progress, inForm: key });
  },
  subscribe(tell: () => void) {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
};

export const useSavedState = () =>
  useSyncExternalStore(savedState.subscribe, savedState.read, () => undefined);

/** IndexedDB database of the registrations that wait for a connection. */
export const SAVED_DATABASE = 'saved-applications';

/** Does not create the database on a device that has never saved anything. */
export async function mayHaveSaved(): Promise<boolean> {
  const known = await indexedDB.databases?.();
  return known === undefined || known.some(({ name }) => name === SAVED_DATABASE);
}
