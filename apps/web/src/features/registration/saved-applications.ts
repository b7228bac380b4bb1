import type { ErrorDetail } from '@institute/contract';
import type { RegistrationBody } from '../../api/registrations.ts';
import { mayHaveSaved, SAVED_DATABASE } from './saved-database.ts';

/** An application that waits on this device until it can be sent. */
export type SavedApplication = {
  /** Its idempotency key. */
  key: string;
  body: RegistrationBody;
  /** What the server found wrong with it: it now waits for its applicant. */
  faults?: ErrorDetail[];
};

const STORE = 'applications';

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<T>(act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(SAVED_DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' });
  const database = await done(opening);
  try {
    const change = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const kept = new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error);
    });
    const [result] = await Promise.all([act(change.objectStore(STORE)), kept]);
    return result;
  } finally {
    database.close();
  }
}

export const saveApplication = (application: SavedApplication) =>
  inStore((store) => done(store.put(application)));

export async function savedApplications(): Promise<SavedApplication[]> {
  if (!(await mayHaveSaved())) return [];
  return inStore((store) => done<SavedApplication[]>(store.getAll()));
}

/** Removes it; only one caller gets it. */
export const takeApplication = (key: string) =>
  inStore(async (store) => {
    const application = await done<SavedApplication | undefined>(store.get(key));
    await done(store.delete(key));
    return application;
  });

/** One tab at a time; the key alone would keep the server from storing it twice. */
export async function alone<T>(act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return act();
  return navigator.locks.request(SAVED_DATABASE, act);
}
