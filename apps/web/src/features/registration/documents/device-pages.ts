import { toHex } from './hex.ts';
import { KEPT_MS, markKept, PAGES_DATABASE } from './old-pages.ts';

/** A page that waits on this device until it has arrived. */
export interface WaitingPage {
  id: string;
  ask: string;
  sha256: string;
  bytes: Blob;
  /** The page that it takes the place of. */
  replaces: { sha256: string; at: number } | null;
  savedAt: number;
}

/** Without the key nobody can tell what a page is or whose. */
interface SealedPage {
  id: string;
  owner: string;
  savedAt: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const STORE_NAME = 'pages';
const NEW_LINE = 10;

async function inStore<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(PAGES_DATABASE, 1);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE_NAME, { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction(STORE_NAME, 'readwrite', { durability: 'strict' });
  const request = act(transaction.objectStore(STORE_NAME));
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    // Also when there is no room left
    transaction.onabort = () => reject(transaction.error);
  });
  await done.finally(() => database.close());
  return request.result;
}

/**
 * The pages of one person on this device. The key comes with the ticket and stays in memory: whoever uses the device
 * next can neither read a page nor see whose it is.
 */
export async function openDevicePages(deviceKey: string) {
  const raw = Uint8Array.from(atob(deviceKey), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const owner = toHex(await crypto.subtle.digest('SHA-256', raw));
  const remove = ({ id }: Pick<WaitingPage, 'id'>) => inStore((store) => store.delete(id));

  async function unsealPage({ id, savedAt, iv, sealed }: SealedPage): Promise<WaitingPage> {
    const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
    const end = plain.indexOf(NEW_LINE);
    const { type, ...page } = JSON.parse(new TextDecoder().decode(plain.subarray(0, end)));
    return { ...page, id, savedAt, bytes: new Blob([plain.subarray(end + 1)], { type }) };
  }

  return {
    remove,

    /** The oldest first. Removes what is older than a day, of whomever. */
    async list(): Promise<WaitingPage[]> {
      const all = await inStore((store): IDBRequest<SealedPage[]> => store.getAll());
      const isOld = ({ savedAt }: SealedPage) => savedAt < Date.now() - KEPT_MS;
      await Promise.all(all.filter(isOld).map(remove));
      const own = all.filter((page) => page.owner === owner && !isOld(page));
      return Promise.all(own.sort((one, other) => one.savedAt - other.savedAt).map(unsealPage));
    },

    /** Rejects when the browser cannot store it. */
    async save({ id, savedAt, bytes, ...page }: WaitingPage): Promise<void> {
      const head = `${JSON.stringify({ ...page, type: bytes.type })}\n`;
      const plain = await new Blob([head, bytes]).arrayBuffer();
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
      await inStore((store) => store.put({ id, owner, savedAt, iv, sealed } satisfies SealedPage));
      markKept();
    },
  };
}
