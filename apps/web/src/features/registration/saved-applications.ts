import type { ErrorDetail } from '@institute/contract';
import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import type { RegistrationBody } from '../../api/registrations.ts';
import { mayHaveSaved, SAVED_DATABASE } from './saved-database.ts';

/** A registration that waits on this device for a connection. */
export type SavedApplication = {
  /** Its idempotency key. */
  key: string;
  body: RegistrationBody;
  /** Set when the server has refused it. Then the applicant must correct it. */
  faults?: ErrorDetail[];
};

const STORE = 'applications';

interface Saved extends DBSchema {
  [STORE]: { key: string; value: SavedApplication };
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

export const saveApplication = (application: SavedApplication) =>
  inTransaction((store) => store.put(application));

export async function savedApplications(): Promise<SavedApplication[]> {
  if (!(await mayHaveSaved())) return [];
  return inTransaction((store) => store.getAll());
}

/** Removes an application. Only one caller gets it. */
export const takeApplication = (key: string) =>
  inTransaction(async (store) => {
    const application = await store.get(key);
    await store.delete(key);
    return application;
  });

/** Lets one tab at a time send. Without locks the idempotency key still keeps the server from storing twice. */
export async function withTabLock<T>(act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return act();
  return navigator.locks.request(SAVED_DATABASE, act);
}
