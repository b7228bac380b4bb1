import { toHex } from './hex.ts';
import { markPagesKept, PAGES_DATABASE, PAGES_KEPT_MS } from './old-pages.ts';

/** A page that waits on this device until it has arrived. */
export interface WaitingPage {
  id: string;
  ask: string;
  sha256: string;
  bytes: Blob;
  /** Hash of the page whose place it takes. */
  replaces: string | null;
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

async function requestInPagesStore<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const databaseOpenRequest = indexedDB.open(PAGES_DATABASE, 1);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    databaseOpenRequest.onupgradeneeded = () =>
      databaseOpenRequest.result.createObjectStore(STORE_NAME, { keyPath: 'id' });
    databaseOpenRequest.onsuccess = () => resolve(databaseOpenRequest.result);
    databaseOpenRequest.onerror = () => reject(databaseOpenRequest.error);
  });
  const transaction = database.transaction(STORE_NAME, 'readwrite', { durability: 'strict' });
  const storeRequest = act(transaction.objectStore(STORE_NAME));
  const transactionDone = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    // Also when there is no room left
    transaction.onabort = () => reject(transaction.error);
  });
  await transactionDone.finally(() => database.close());
  return storeRequest.result;
}

/**
 * The pages of one person on this device. The key comes with the ticket and stays in memory: whoever uses the device
 * next can neither read a page nor see whose it is.
 */
export async function openDevicePages(deviceKey: string) {
  const deviceKeyBytes = Uint8Array.from(atob(deviceKey), (letter) => letter.charCodeAt(0));
  const encryptionKey = await crypto.subtle.importKey('raw', deviceKeyBytes, 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  const ownerHash = toHex(await crypto.subtle.digest('SHA-256', deviceKeyBytes));
  const removeStoredPage = ({ id }: Pick<WaitingPage, 'id'>) =>
    requestInPagesStore((store) => store.delete(id));

  async function unsealPage({ id, savedAt, iv, sealed }: SealedPage): Promise<WaitingPage> {
    const decryptedBytes = new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, encryptionKey, sealed),
    );
    const headerEnd = decryptedBytes.indexOf(NEW_LINE);
    const { type, ...page } = JSON.parse(new TextDecoder().decode(decryptedBytes.subarray(0, headerEnd)));
    return { ...page, id, savedAt, bytes: new Blob([decryptedBytes.subarray(headerEnd + 1)], { type }) };
  }

  return {
    remove: removeStoredPage,

    /** The oldest first. Removes what is older than a day, of whomever. */
    async list(): Promise<WaitingPage[]> {
      const allSealedPages = await requestInPagesStore((store): IDBRequest<SealedPage[]> => store.getAll());
      const isOld = ({ savedAt }: SealedPage) => savedAt < Date.now() - PAGES_KEPT_MS;
      await Promise.all(allSealedPages.filter(isOld).map(removeStoredPage));
      const ownSealedPages = allSealedPages.filter((page) => page.owner === ownerHash && !isOld(page));
      return Promise.all(ownSealedPages.sort((one, other) => one.savedAt - other.savedAt).map(unsealPage));
    },

    /** Rejects when the browser cannot store it. */
    async save({ id, savedAt, bytes, ...page }: WaitingPage): Promise<void> {
      const pageHeaderLine = `${JSON.stringify({ ...page, type: bytes.type })}\n`;
      const plain = await new Blob([pageHeaderLine, bytes]).arrayBuffer();
      const initialisationVector = crypto.getRandomValues(new Uint8Array(12));
      const encryptedBytes = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: initialisationVector },
        encryptionKey,
        plain,
      );
      await requestInPagesStore((store) =>
        store.put({
          id,
          owner: ownerHash,
          savedAt,
          iv: initialisationVector,
          sealed: encryptedBytes,
        } satisfies SealedPage),
      );
      markPagesKept();
    },
  };
}
