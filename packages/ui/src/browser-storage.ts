type StorageArea = 'localStorage' | 'sessionStorage';

/** A value that the browser refuses to store, or has no room for, lasts as long as the page. */
function openStore(area: StorageArea) {
  const valuesKeptInMemory = new Map<string, string>();
  const tryStorage = <T>(ask: (storage: Storage) => T): T | undefined => {
    try {
      return ask(globalThis[area]);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key: string): string | null =>
      valuesKeptInMemory.get(key) ?? tryStorage((storage) => storage.getItem(key)) ?? null,
    /** False when it lasts only as long as the page. */
    setItem: (key: string, value: string): boolean => {
      valuesKeptInMemory.set(key, value);
      return Boolean(
        tryStorage((storage) => {
          storage.setItem(key, value);
          return valuesKeptInMemory.delete(key);
        }),
      );
    },
    removeItem: (key: string): void => {
      valuesKeptInMemory.delete(key);
      tryStorage((storage) => storage.removeItem(key));
    },
    listKeys: (): string[] => [
      ...valuesKeptInMemory.keys(),
      ...(tryStorage((storage) => Object.keys(storage)) ?? []),
    ],
  };
}

export type BrowserStore = ReturnType<typeof openStore>;

export const deviceStore = openStore('localStorage');
export const tabStore = openStore('sessionStorage');

export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

export function writeCookie(cookie: string): void {
  try {
    document.cookie = cookie;
  } catch {
    // The browser refuses cookies
  }
}
