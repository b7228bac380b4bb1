import type { ErrorDetail } from '@institute/contract';
import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import type { RegistrationBody } from '../../api/registrations.ts';
import { mayHaveSaved, SAVED_DATABASE } from './saved-database.ts';

/** A registration that waits on this device for a connection. */
export type SavedRegistration = {
  /** Its idempotency key. */
  key: string;
  /** When it was first saved, in milliseconds. */
  savedAt?: number;
  body: RegistrationBody;
  /** Set when the server has refused it. Then the applicant must correct it. */
  faults?: ErrorDetail[];
};

/** A registration that could not be sent is removed from the device after this time. */
const STORED_MS = 30 * 24 * 60 * 60 * 1000;

const STORE = 'applications';

interface Saved extends DBSchema {
  [STORE]: { key: string; value: SavedRegistration };
}

type Store = IDBPObjectStore<Saved, [typeof STORE], typeof STORE, 'readwrite'>;

async function inTransaction<T>(act: (store: Store) => Promise<T>): Promise<T> {
  const database = await openDB<Saved>(SAVED_DATABASE, 1, {
    upgrade: (created) => void created.createObjectStore(STORE, { keyPath: 'key' }),
  });
  const { store, done } = database.transaction(STORE, 'readwrite', { durability: 'strict' });
  const [result] = await Promise.all([act(store), done]).finally(() => database.close());
  return result;
}

export const saveRegistration = (registration: SavedRegistration) =>
  inTransaction((store) => store.put({ savedAt: Date.now(), ...registration }));

const isExpired = ({ savedAt = Date.now() }: SavedRegistration) => savedAt <= Date.now() - STORED_MS;

/** Returns the number of those that were removed. One without a time was saved by an earlier version. */
export async function removeExpired(): Promise<number> {
  if (!(await mayHaveSaved())) return 0;
  return inTransaction(async (store) => {
    let removed = 0;
    for (const registration of await store.getAll()) {
      if (registration.savedAt === undefined) await store.put({ ...registration, savedAt: Date.now() });
      if (!isExpired(registration)) continue;
      await store.delete(registration.key);
      removed += 1;
    }
    return removed;
  });
}

export async function savedRegistrations(): Promise<SavedRegistration[]> {
  if (!(await mayHaveSaved())) return [];
  const all = await inTransaction((store) => store.getAll());
  return all.filter((registration) => !isExpired(registration));
}

/** Removes a registration. Only one caller gets it. */
export const takeRegistration = (key: string) =>
  inTransaction(async (store) => {
    const registration = await store.get(key);
    await store.delete(key);
    return registration;
  });

/** Lets one tab at a time send. Without locks the idempotency key still keeps the server from storing twice. */
export async function withTabLock<T>(act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return act();
  return navigator.locks.request(SAVED_DATABASE, act);
}
