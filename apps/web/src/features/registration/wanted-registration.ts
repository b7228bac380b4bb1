const WANTED = 'wanted-application';

/**
 * The saved registration that the visitor asked to open. Taken once, so that a reload or Back shows what was
 * written since. Not in the history's state, which a link that loads the page anew loses.
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
