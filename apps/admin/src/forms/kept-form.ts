import { useEffect } from 'react';
import { session } from '../api/admin.ts';

/** The values of a form when the session ended. */
export type KeptForm = {
  resource: string;
  /** The account that typed it. No other account gets it. */
  email: string;
  /** Null for a new item. */
  id: number | null;
  /** The version that was edited. */
  tag: string | undefined;
  values: object;
};

const KEY = 'kept-form';

export function keepForm(form: KeptForm): void {
  sessionStorage.setItem(KEY, JSON.stringify(form));
}

/** Returns the form once, to the account that typed it. */
export function takeKeptForm(resource: string, email: string): KeptForm | null {
  const form = read();
  if (form && form.resource !== resource) return null;
  sessionStorage.removeItem(KEY);
  return form?.email === email ? form : null;
}

function read(): KeptForm | null {
  try {
    const form: Partial<KeptForm> | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return form && typeof form.values === 'object' && form.values ? (form as KeptForm) : null;
  } catch {
    return null;
  }
}

/** Stores a changed form when it closes because the session has ended. */
export function useKeepOnSignOut(
  { resource, email, id, tag }: Omit<KeptForm, 'values'>,
  { isChanged, valuesOf }: { isChanged: boolean; valuesOf: () => object },
) {
  useEffect(() => {
    if (!isChanged) return;
    const keep = () => {
      if (session.read()) return;
      keepForm({ resource, email, id, tag, values: valuesOf() });
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      // signing out removes the form without leaving the page
      keep();
    };
  }, [isChanged, resource, email, id, tag, valuesOf]);
}
