/** What was typed into a form when the session ended under it. */
export type KeptForm = {
  resource: string;
  /** Whose it is; nobody else is offered it. */
  email: string;
  id: number | null;
  /** The version that was being edited. */
  tag: string | undefined;
  values: object;
};

const KEY = 'kept-form';

export function keepForm(form: KeptForm): void {
  sessionStorage.setItem(KEY, JSON.stringify(form));
}

/** Gives the form back once, to the one who typed it. */
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
