import { useEffect } from 'react';
import { session } from '../api/admin.ts';

export type KeptForm = {
  resource: string;
  /** No other account gets the form. */
  email: string;
  id: number | null;
  /** The version that was edited. */
  tag: string | undefined;
  values: object;
};

const KEY = 'kept-form';

export function keepForm(form: KeptForm): void {
  sessionStorage.setItem(KEY, JSON.stringify(form));
}

/** Returns the form once, and only to the account that typed it. */
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
      // Signing out removes the form without leaving the page.
      keep();
    };
  }, [isChanged, resource, email, id, tag, valuesOf]);
}
