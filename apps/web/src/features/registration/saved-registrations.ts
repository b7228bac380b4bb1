import type { ErrorDetail } from '@institute/contract';
import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import type { RegistrationBody } from '../../api/registrations.ts';
import { mayHaveSaved, SAVED_DATABASE } from './saved-database.ts';

/** A registration that waits on this device for a connection. */
export type SavedRegistration = {
  /** Its idempotency key. */
  key: string;
  body: RegistrationBody;
  /** Set when the server has refused it. Then the applicant must correct it. */
  faults?: ErrorDetail[];
};

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
  inTransaction((store) => store.put(registration));

export async function savedRegistrations(): Promise<SavedRegistration[]> {
  if (!(await mayHaveSaved())) return [];
  return inTransaction((store) => store.getAll());
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
