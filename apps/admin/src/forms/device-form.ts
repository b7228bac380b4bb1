import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { KeptForm } from './kept-form.ts';

/** `at` is the time of the last change. Such forms never contain health information. */
export type DeviceForm = KeptForm & { at: string };
type FormKey = Pick<KeptForm, 'resource' | 'email' | 'id'>;

const PREFIX = 'half-written/';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A form is stored after this pause in typing. */
const PAUSE_MS = 300;

const formsOf = (email: string) => `${PREFIX}${email}/`;
const keyOf = ({ email, resource, id }: FormKey) => `${formsOf(email)}${resource}/${id ?? 'new'}`;

function storeForm(form: DeviceForm): void {
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(form));
  } catch {
    // The storage is full. The form itself still has the text.
  }
}

export const dropDeviceForm = (of: FormKey) => localStorage.removeItem(keyOf(of));

/** Called when the account signs out, because another person may use the device next. */
export function dropDeviceForms(email: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(formsOf(email))) localStorage.removeItem(key);
  }
}

function read(key: string): DeviceForm | null {
  try {
    const form: Partial<DeviceForm> | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    const age = Date.now() - Date.parse(form?.at ?? '');
    if (form && typeof form.values === 'object' && form.values && age < KEPT_MS) return form as DeviceForm;
  } catch {
    // This code did not write the value. It is removed, like one that is too old.
  }
  localStorage.removeItem(key);
  return null;
}

export const deviceForm = (of: FormKey): DeviceForm | null => read(keyOf(of));

/** Last changed first. */
export const deviceForms = ({ resource, email }: Pick<FormKey, 'resource' | 'email'>): DeviceForm[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(`${formsOf(email)}${resource}/`))
    .flatMap((key) => read(key) ?? [])
    .sort((a, b) => b.at.localeCompare(a.at));

type Options = {
  isReady: boolean;
  /** True when the form began with kept values. Then there is nothing to offer. */
  isRestored: boolean;
};
type Typed = { isChanged: boolean; valuesOf: () => object };

/**
 * Keeps typed values on the device, and offers the values of an earlier visit. Call `keepSoon` after each
 * change. Nothing is kept while an offer is open, because it would replace the offered values.
 */
export function useDeviceValues(
  { resource, email, id, tag }: Omit<KeptForm, 'values'>,
  { isReady, isRestored }: Options,
  typed: Typed,
) {
  const [offer, setOffer] = useState(() => (isRestored ? null : deviceForm({ resource, email, id })));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(typed);
  latest.current = typed;

  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const keep = useCallback(() => {
    const { isChanged, valuesOf } = latest.current;
    if (timer.current === undefined) return;
    cancel();
    if (!isChanged) dropDeviceForm({ resource, email, id });
    else storeForm({ resource, email, id, tag, values: valuesOf(), at: new Date().toISOString() });
  }, [cancel, resource, email, id, tag]);

  const mayKeep = isReady && !offer;
  const keepSoon = useCallback(() => {
    if (!mayKeep) return;
    cancel();
    timer.current = setTimeout(keep, PAUSE_MS);
  }, [cancel, keep, mayKeep]);

  useEffect(() => {
    // Restored values are changes too.
    if (latest.current.isChanged) keepSoon();
    window.addEventListener('pagehide', keep);
    return () => {
      cancel();
      window.removeEventListener('pagehide', keep);
    };
  }, [cancel, keep, keepSoon]);

  return {
    offer,
    keepSoon,
    /** Call it when the user takes or refuses the offer. */
    endOffer: () => setOffer(null),
    /** Call it when the form is saved or its changes are discarded. */
    drop: () => {
      // The form of an earlier visit stays until the user takes or refuses the offer.
      if (offer) return;
      cancel();
      dropDeviceForm({ resource, email, id });
    },
  };
}

export function useDeviceForm<V extends FieldValues, Input>(
  form: UseFormReturn<V, unknown, Input>,
  of: Omit<KeptForm, 'values'>,
  options: Options,
) {
  const { isDirty: isChanged } = form.formState;
  const { keepSoon, ...device } = useDeviceValues(of, options, { isChanged, valuesOf: form.getValues });
  useEffect(() => form.watch(keepSoon).unsubscribe, [form, keepSoon]);
  return device;
}
