import { mayHaveSaved, SAVED_DATABASE, type SavedRegistration } from './saved-state.ts';

/** Unsent registrations are removed from the device after this time. */
const STORED_MS = 30 * 24 * 60 * 60 * 1000;

const STORE = 'applications';

const toPromise = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inTransaction<T>(act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(SAVED_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' });
  const database = await toPromise(opening);
  const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const [acted] = await Promise.all([act(transaction.objectStore(STORE)), done]).finally(() =>
    database.close(),
  );
  return acted;
}

const readAll = (store: IDBObjectStore) => toPromise<SavedRegistration[]>(store.getAll());

/** `corrects` is the key of the saved registration that this one replaces. */
export const saveRegistration = (registration: SavedRegistration, corrects?: string | null) =>
  inTransaction(async (store) => {
    if (corrects) await toPromise(store.delete(corrects));
    await toPromise(store.put({ savedAt: Date.now(), ...registration }));
  });

const isExpired = ({ savedAt = Date.now() }: SavedRegistration) => savedAt <= Date.now() - STORED_MS;

/** Returns the number of removed ones. A registration without a time was saved by an earlier version. */
export async function removeExpired(): Promise<number> {
  if (!(await mayHaveSaved())) return 0;
  return inTransaction(async (store) => {
    let removed = 0;
    for (const registration of await readAll(store)) {
      if (registration.savedAt === undefined) {
        await toPromise(store.put({ ...registration, savedAt: Date.now() }));
      }
      if (!isExpired(registration)) continue;
      await toPromise(store.delete(registration.key));
      removed += 1;
    }
    return removed;
  });
}

export async function savedRegistrations(): Promise<SavedRegistration[]> {
  if (!(await mayHaveSaved())) return [];
  const all = await inTransaction(readAll);
  return all.filter((registration) => !isExpired(registration));
}

export const findRegistration = (key: string) =>
  inTransaction((store) => toPromise<SavedRegistration | undefined>(store.get(key)));

export const removeRegistration = (key: string) => inTransaction((store) => toPromise(store.delete(key)));

/** Lets one tab at a time send. Without locks the idempotency key still prevents a second registration. */
export async function withTabLock<T>(act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return act();
  return navigator.locks.request(SAVED_DATABASE, act);
}

const holdPrefix = `${SAVED_DATABASE}: `;
const lockReleases = new Map<string, () => void>();

/** No tab sends the registration until it is released or this page is gone: its correction replaces it. */
export function holdRegistration(key: string): Promise<void> {
  if (lockReleases.has(key)) return Promise.resolve();
  const released = new Promise<void>((release) => lockReleases.set(key, release));
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    const holdUntilReleased = () => {
      resolve();
      return released;
    };
    navigator.locks.request(holdPrefix + key, { mode: 'shared' }, holdUntilReleased).catch(() => resolve());
  });
}

export function releaseRegistration(key: string): void {
  lockReleases.get(key)?.();
  lockReleases.delete(key);
}

/** Keys of the registrations that are being corrected in any tab. */
export async function listBeingCorrected(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const elsewhere = held.flatMap(({ name = '' }) =>
    name.startsWith(holdPrefix) ? [name.slice(holdPrefix.length)] : [],
  );
  return new Set([...lockReleases.keys(), ...elsewhere]);
}
