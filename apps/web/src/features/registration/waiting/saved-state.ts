import type { ErrorDetail } from '@institute/contract';
import type { FieldName } from '@institute/contract/registration-fields.constants';
import { tabStore } from '@institute/ui/browser-storage.ts';
import { useSyncExternalStore } from 'react';
import type { RegistrationBody } from '../../../api/api.ts';
import type { SentRegistration } from './sent-registrations.ts';

/**
 * A registration on this device, from Submit until it is sent or removed. One with `faults` was refused, and
 * the visitor must correct it.
 */
export type SavedRegistration = {
  key: string;
  /** In milliseconds. */
  savedAt: number;
  body: RegistrationBody;
  program?: string | undefined;
  faults?: ErrorDetail[];
  /** The server's message when it refused the registration. */
  message?: string;
  /** Health answers that were removed after a refusal. */
  lost?: FieldName[];
};

export type WhatSendingWaitsFor = 'connection' | 'site';

export type SavedState = {
  saved: readonly SavedRegistration[];
  sent: readonly SentRegistration[];
  /** Why the last try of this page did not succeed. */
  waitsFor: WhatSendingWaitsFor;
};

const emptySavedState: SavedState = { saved: [], sent: [], waitsFor: 'connection' };
let currentSavedState: SavedState | undefined;
const stateListeners = new Set<() => void>();

/** The registrations that this device holds. `read` gives undefined before the device was read. */
export const savedState = {
  read: () => currentSavedState,
  /** Undefined when it was removed. */
  find: (key: string): SavedRegistration | SentRegistration | undefined =>
    currentSavedState?.sent.find((sent) => sent.key === key) ??
    currentSavedState?.saved.find((saved) => saved.key === key),
  change(part: Partial<SavedState>) {
    currentSavedState = { ...emptySavedState, ...currentSavedState, ...part };
    for (const notifyListener of stateListeners) notifyListener();
  },
  subscribe(tell: () => void) {
    stateListeners.add(tell);
    return () => void stateListeners.delete(tell);
  },
};

export const useSavedState = () =>
  useSyncExternalStore(savedState.subscribe, savedState.read, () => undefined);

/** IndexedDB database of the saved registrations. */
export const SAVED_DATABASE = 'saved-applications';

/** Does not create the database on a device that has never saved anything. */
export async function mayHaveSavedRegistrations(): Promise<boolean> {
  const knownDatabases = await indexedDB.databases?.();
  return knownDatabases === undefined || knownDatabases.some(({ name }) => name === SAVED_DATABASE);
}

const WANTED_APPLICATION_KEY = 'wanted-application';

/**
 * The saved registration that the visitor asked to open. It belongs to the history entry that opened it first: a
 * reload of that entry shows it again, and a later visit shows an empty form. The state of the history cannot hold
 * it, because a link that reloads the page loses that state.
 */
export const registrationOpenRequest = {
  ask(key: string) {
    tabStore.setItem(WANTED_APPLICATION_KEY, key);
  },
  read(entry: string | undefined): string | null {
    const [key = null, opener] = tabStore.getItem(WANTED_APPLICATION_KEY)?.split(' ') ?? [];
    if (key !== null && opener === undefined) tabStore.setItem(WANTED_APPLICATION_KEY, `${key} ${entry}`);
    return opener === undefined || opener === entry ? key : null;
  },
  forget() {
    tabStore.removeItem(WANTED_APPLICATION_KEY);
  },
};
