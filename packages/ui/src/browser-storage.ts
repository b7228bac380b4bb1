type Area = 'localStorage' | 'sessionStorage';

/** A value that the browser refuses to store, or has no room for, lasts as long as the page. */
function openStore(area: Area) {
  const refused = new Map<string, string>();
  const askBrowser = <T>(ask: (storage: Storage) => T): T | undefined => {
    try {
      return ask(globalThis[area]);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key: string): string | null =>
      refused.get(key) ?? askBrowser((storage) => storage.getItem(key)) ?? null,
    /** False when it lasts only as long as the page. */
    setItem: (key: string, value: string): boolean => {
      refused.set(key, value);
      return Boolean(
        askBrowser((storage) => {
          storage.setItem(key, value);
          return refused.delete(key);
        }),
      );
    },
    removeItem: (key: string): void => {
      refused.delete(key);
      askBrowser((storage) => storage.removeItem(key));
    },
    listKeys: (): string[] => [...refused.keys(), ...(askBrowser((storage) => Object.keys(storage)) ?? [])],
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
