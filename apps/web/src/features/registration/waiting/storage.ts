import { mayHaveSavedRegistrations, SAVED_DATABASE, type SavedRegistration } from './saved-state.ts';

const STORE_NAME = 'applications';

const awaitRequest = (request: IDBRequest) =>
  new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });

async function requestInTransaction<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const openRequest = indexedDB.open(SAVED_DATABASE, 1);
  openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(STORE_NAME, { keyPath: 'key' });
  await awaitRequest(openRequest);
  const transaction = openRequest.result.transaction(STORE_NAME, 'readwrite', { durability: 'strict' });
  const storeRequest = act(transaction.objectStore(STORE_NAME));
  const transactionDone = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  await transactionDone.finally(() => openRequest.result.close());
  return storeRequest.result;
}

export const savedRegistrations = {
  /** The oldest first. */
  async list(): Promise<SavedRegistration[]> {
    if (!(await mayHaveSavedRegistrations())) return [];
    const allRegistrations = await requestInTransaction<SavedRegistration[]>((store) => store.getAll());
    return allRegistrations.sort((a, b) => a.savedAt - b.savedAt);
  },
  /**
   * Saves a registration. Rejects when the browser cannot store it. `corrects` is the key of the registration
   * that it replaces.
   */
  save: (registration: SavedRegistration, corrects?: string | null) =>
    requestInTransaction((store) => {
      if (corrects) store.delete(corrects);
      return store.put(registration);
    }),
  remove: (key: string) => requestInTransaction((store) => store.delete(key)),
};

/** Browsers have locks on secure origins only. Elsewhere the idempotency key prevents a second registration. */
const runWithLock = <T>(
  name: string,
  options: LockOptions,
  act: (lock: unknown) => Promise<T>,
): Promise<T> => (navigator.locks ? navigator.locks.request(name, options, act) : act(name));

/** Runs `act` in one tab at a time. */
export const runWithDeliveryLock = <T>(act: () => Promise<T>): Promise<T> =>
  runWithLock(SAVED_DATABASE, {}, act);

const makeLockName = (key: string) => `${SAVED_DATABASE}: ${key}`;
let heldLock: { key: string; release: () => void } | undefined;

/**
 * Keeps every tab from sending a registration while it is corrected, until this page releases it, holds
 * another one or is closed. Resolves when no tab is sending it.
 */
export function holdRegistration(key: string): Promise<void> {
  releaseRegistration();
  return new Promise((resolve) => {
    const lockRelease = new Promise<void>((release) => {
      heldLock = { key, release };
    });
    const holdUntilReleased = () => {
      resolve();
      return lockRelease;
    };
    runWithLock(makeLockName(key), { mode: 'shared' }, holdUntilReleased).catch(() => resolve());
  });
}

export function releaseRegistration(): void {
  heldLock?.release();
  heldLock = undefined;
}

/** Runs `act` for a registration. Does nothing and returns undefined while any tab is correcting it. */
export async function runUnlessHeld<T>(key: string, act: () => Promise<T>): Promise<T | undefined> {
  if (heldLock?.key === key) return undefined;
  return runWithLock(makeLockName(key), { ifAvailable: true }, async (lock) => (lock ? act() : undefined));
}
