const WANTED = 'wanted-application';

/**
 * The saved registration that the visitor asked to open. Taken once, so that a reload or Back shows what was written
 * since. It is not in the state of the history, which a link loses when it loads the page anew. Where the browser stores
 * nothing, the form opens as usual.
 */
export const wantedRegistration = {
  ask(key: string) {
    try {
      sessionStorage.setItem(WANTED, key);
    } catch {}
  },
  take(): string | null {
    try {
      const key = sessionStorage.getItem(WANTED);
      sessionStorage.removeItem(WANTED);
      return key;
    } catch {
      return null;
    }
  },
};
