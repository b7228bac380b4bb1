import { mayHaveSaved, SAVED_DATABASE, type SavedRegistration } from './saved-state.ts';

const STORE_NAME = 'applications';

const awaitRequest = (request: IDBRequest) =>
  new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });

async function inTransaction<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(SAVED_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE_NAME, { keyPath: 'key' });
  await awaitRequest(opening);
  const transaction = opening.result.transaction(STORE_NAME, 'readwrite', { durability: 'strict' });
  const request = act(transaction.objectStore(STORE_NAME));
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  await done.finally(() => opening.result.close());
  return request.result;
}

export const savedRegistrations = {
  /** The oldest first. */
  async list(): Promise<SavedRegistration[]> {
    if (!(await mayHaveSaved())) return [];
    const all = await inTransaction<SavedRegistration[]>((store) => store.getAll());
    return all.sort((a, b) => a.savedAt - b.savedAt);
  },
  /** Rejects when the browser cannot store it. `corrects` is the key of the one that it replaces. */
  save: (registration: SavedRegistration, corrects?: string | null) =>
    inTransaction((store) => {
      if (corrects) store.delete(corrects);
      return store.put(registration);
    }),
  remove: (key: string) => inTransaction((store) => store.delete(key)),
};

/** Browsers have locks on secure origins only. Elsewhere the idempotency key prevents a second registration. */
const withLock = <T>(name: string, options: LockOptions, act: (lock: unknown) => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, options, act) : act(name);

/** Lets one tab at a time send. */
export const withTabLock = <T>(act: () => Promise<T>): Promise<T> => withLock(SAVED_DATABASE, {}, act);

const lockName = (key: string) => `${SAVED_DATABASE}: ${key}`;
let heldLock: { key: string; release: () => void } | undefined;

/**
 * No tab sends the registration until this page releases it, holds another one or is gone: its correction
 * replaces it. Resolves when no tab is sending it.
 */
export function holdRegistration(key: string): Promise<void> {
  releaseRegistration();
  return new Promise((resolve) => {
    const released = new Promise<void>((release) => {
      heldLock = { key, release };
    });
    const holdUntilReleased = () => {
      resolve();
      return released;
    };
    withLock(lockName(key), { mode: 'shared' }, holdUntilReleased).catch(() => resolve());
  });
}

export function releaseRegistration(): void {
  heldLock?.release();
  heldLock = undefined;
}

/** Undefined for one that is being corrected, in any tab. */
export async function runUnlessHeld<T>(key: string, act: () => Promise<T>): Promise<T | undefined> {
  if (heldLock?.key === key) return undefined;
  return withLock(lockName(key), { ifAvailable: true }, async (lock) => (lock ? act() : undefined));
}
