import { type BrowserStore, deviceStore, tabStore } from '@institute/ui/browser-storage.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from '../api/admin.ts';

type FormKey = {
  resource: string;
  /** No other account gets the form. */
  email: string;
  id: number | null;
};
/** `tag` is the version that was edited. */
type FormVersion = FormKey & { tag: string | undefined };
/** `at` is the time of the last change. Such forms never contain health information. */
export type DeviceForm = FormVersion & { values: object; at: string };

const KEY_PREFIX = 'half-written/';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A form is stored after this pause in typing. */
const PAUSE_MS = 300;

const makeFormsPrefix = (email: string) => `${KEY_PREFIX}${email}/`;
const makeFormKey = ({ email, resource, id }: FormKey) =>
  `${makeFormsPrefix(email)}${resource}/${id ?? 'new'}`;

function storeForm(storage: BrowserStore, form: DeviceForm): void {
  storage.setItem(makeFormKey(form), JSON.stringify(form));
}

export const dropDeviceForm = (of: FormKey) => deviceStore.removeItem(makeFormKey(of));

/** Called when the account signs out, because another person may use the device next. */
export function dropDeviceForms(email: string): void {
  for (const storage of [deviceStore, tabStore]) {
    for (const key of storage.listKeys()) if (key.startsWith(makeFormsPrefix(email))) storage.removeItem(key);
  }
}

function readForm(storage: BrowserStore, key: string): DeviceForm | null {
  try {
    const form: Partial<DeviceForm> | null = JSON.parse(storage.getItem(key) ?? 'null');
    const age = Date.now() - Date.parse(form?.at ?? '');
    if (form && typeof form.values === 'object' && form.values && age < KEPT_MS) return form as DeviceForm;
  } catch {
    // A value that other code wrote is removed, like one that is too old.
  }
  storage.removeItem(key);
  return null;
}

export const readDeviceForm = (of: FormKey): DeviceForm | null => readForm(deviceStore, makeFormKey(of));

/** Last changed first. */
export const listDeviceForms = (
  { resource, email }: Omit<FormKey, 'id'>,
  storage: BrowserStore = deviceStore,
): DeviceForm[] =>
  storage
    .listKeys()
    .filter((key) => key.startsWith(`${makeFormsPrefix(email)}${resource}/`))
    .flatMap((key) => readForm(storage, key) ?? [])
    .sort((a, b) => b.at.localeCompare(a.at));

/** Stores the form, so that its page opens with these values after the sign-in. */
export const storeKeptForm = (form: DeviceForm) => storeForm(tabStore, form);

/** True when a session of this tab ended while somebody typed. */
export const hasKeptForm = (): boolean => tabStore.listKeys().some((key) => key.startsWith(KEY_PREFIX));

/** Returns the form that was open in this tab when the session ended, once. Without an id that of any item. */
export function takeKeptForm(resource: string, email: string, id?: number | null): DeviceForm | null {
  const forms = listDeviceForms({ resource, email }, tabStore);
  const form = forms.find((one) => id === undefined || one.id === id) ?? null;
  if (form) tabStore.removeItem(makeFormKey(form));
  return form;
}

type Options = {
  isReady: boolean;
  /** True when the form began with kept values. Then there is nothing to offer. */
  isRestored: boolean;
  /** Called when the user takes the offer. */
  onRestore: (offer: DeviceForm) => void;
};
type FormChanges = { isChanged: boolean; valuesOf: () => object };

/**
 * Keeps typed values on the device, and offers the values of an earlier visit. Call `storeAfterPause` after each
 * change. Nothing is kept while an offer is open, because it would replace the offered values. When a session
 * ends, the tab keeps them too: its form opens with them after the sign-in.
 */
export function useDeviceValues(
  { resource, email, id, tag }: FormVersion,
  { isReady, isRestored, onRestore }: Options,
  typed: FormChanges,
) {
  const [offer, setOffer] = useState(() => (isRestored ? null : readDeviceForm({ resource, email, id })));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(typed);
  latest.current = typed;

  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const keep = useCallback(() => {
    const { isChanged, valuesOf } = latest.current;
    const isPending = timer.current !== undefined;
    const storeIn = (storage: BrowserStore) =>
      storeForm(storage, { resource, email, id, tag, values: valuesOf(), at: new Date().toISOString() });
    cancel();
    if (isChanged && !session.read()) storeIn(tabStore);
    if (!isPending) return;
    if (isChanged) storeIn(deviceStore);
    else dropDeviceForm({ resource, email, id });
  }, [cancel, resource, email, id, tag]);

  const mayStore = isReady && !offer;
  const storeAfterPause = useCallback(() => {
    if (!mayStore) return;
    cancel();
    timer.current = setTimeout(keep, PAUSE_MS);
  }, [cancel, keep, mayStore]);

  useEffect(() => {
    // Restored values are changes too.
    if (latest.current.isChanged) storeAfterPause();
    window.addEventListener('pagehide', keep);
    return () => {
      cancel();
      window.removeEventListener('pagehide', keep);
    };
  }, [cancel, keep, storeAfterPause]);

  return {
    /** Props of a `DeviceFormOffer`. */
    offer: offer && {
      form: offer,
      onRestore: () => {
        onRestore(offer);
        setOffer(null);
      },
      onDiscarded: () => setOffer(null),
    },
    storeAfterPause,
    /** Call it when the form is saved: whatever the device keeps is older. */
    dropAll: () => {
      cancel();
      dropDeviceForm({ resource, email, id });
      setOffer(null);
    },
    /** Call it when changes are discarded. */
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
  of: FormVersion,
  options: Options,
) {
  const { isDirty: isChanged } = form.formState;
  const { storeAfterPause, ...device } = useDeviceValues(of, options, {
    isChanged,
    valuesOf: form.getValues,
  });
  useEffect(() => form.watch(storeAfterPause).unsubscribe, [form, storeAfterPause]);
  return device;
}
