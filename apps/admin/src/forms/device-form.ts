import { type BrowserStore, deviceStore, tabStore } from '@institute/ui/browser-storage.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from '../api/admin.ts';

type DeviceFormKey = {
  resource: string;
  /** The account's email address: no other account gets the form. */
  email: string;
  id: number | null;
};
/** `tag` is the version that was edited. */
type DeviceFormVersion = DeviceFormKey & { tag: string | undefined };
/** `at` is the time of the last change. Such forms never contain health information. */
export type DeviceForm = DeviceFormVersion & { values: object; at: string };

const STORE_KEY_PREFIX = 'half-written/';
const MAX_FORM_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** A form is stored after this pause in typing. */
const STORE_PAUSE_MS = 300;

const makeStoreKeyPrefix = (email: string) => `${STORE_KEY_PREFIX}${email}/`;
const makeStoreKey = ({ email, resource, id }: DeviceFormKey) =>
  `${makeStoreKeyPrefix(email)}${resource}/${id ?? 'new'}`;

function storeDeviceForm(storage: BrowserStore, form: DeviceForm): void {
  storage.setItem(makeStoreKey(form), JSON.stringify(form));
}

export const dropDeviceForm = (of: DeviceFormKey) => deviceStore.removeItem(makeStoreKey(of));

/** Called when the account signs out, because another person may use the device next. */
export function dropDeviceForms(email: string): void {
  for (const browserStore of [deviceStore, tabStore]) {
    for (const storeKey of browserStore.listKeys())
      if (storeKey.startsWith(makeStoreKeyPrefix(email))) browserStore.removeItem(storeKey);
  }
}

function readStoredForm(storage: BrowserStore, key: string): DeviceForm | null {
  try {
    const parsedForm: Partial<DeviceForm> | null = JSON.parse(storage.getItem(key) ?? 'null');
    const formAgeMs = Date.now() - Date.parse(parsedForm?.at ?? '');
    if (
      parsedForm &&
      typeof parsedForm.values === 'object' &&
      parsedForm.values &&
      formAgeMs < MAX_FORM_AGE_MS
    )
      return parsedForm as DeviceForm;
  } catch {
    // A value that other code wrote is removed, like one that is too old.
  }
  storage.removeItem(key);
  return null;
}

export const readDeviceForm = (of: DeviceFormKey): DeviceForm | null =>
  readStoredForm(deviceStore, makeStoreKey(of));

/** Last changed first. */
export const listDeviceForms = (
  { resource, email }: Omit<DeviceFormKey, 'id'>,
  storage: BrowserStore = deviceStore,
): DeviceForm[] =>
  storage
    .listKeys()
    .filter((key) => key.startsWith(`${makeStoreKeyPrefix(email)}${resource}/`))
    .flatMap((key) => readStoredForm(storage, key) ?? [])
    .sort((a, b) => b.at.localeCompare(a.at));

/** Stores the form, so that its page opens with these values after the sign-in. */
export const storeFormInTab = (form: DeviceForm) => storeDeviceForm(tabStore, form);

/** True when a session of this tab ended while somebody typed. */
export const hasFormKeptInTab = (): boolean =>
  tabStore.listKeys().some((key) => key.startsWith(STORE_KEY_PREFIX));

/**
 * Returns the form that was open in this tab when the session ended, and removes it. Without `id`, the form
 * of any item.
 */
export function takeFormKeptInTab(resource: string, email: string, id?: number | null): DeviceForm | null {
  const formsKeptInTab = listDeviceForms({ resource, email }, tabStore);
  const form = formsKeptInTab.find((one) => id === undefined || one.id === id) ?? null;
  if (form) tabStore.removeItem(makeStoreKey(form));
  return form;
}

type DeviceFormOptions = {
  isReady: boolean;
  /** True when the form was filled with kept values, so that there is nothing to offer. */
  isRestored: boolean;
  /** Called when the user takes the offer. */
  onRestore: (offer: DeviceForm) => void;
};
type FormChanges = { isChanged: boolean; valuesOf: () => object };

/**
 * Keeps typed values on the device and offers those of an earlier visit. Call `storeAfterPause` after each
 * change. Nothing is stored while an offer is open, because that would replace the offered values. When a
 * session ends, the values are kept for the tab too, and the form opens with them after the next sign-in.
 */
export function useKeepValuesOnDevice(
  { resource, email, id, tag }: DeviceFormVersion,
  { isReady, isRestored, onRestore }: DeviceFormOptions,
  typed: FormChanges,
) {
  const [offer, setOffer] = useState(() => (isRestored ? null : readDeviceForm({ resource, email, id })));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestFormChanges = useRef(typed);
  latestFormChanges.current = typed;

  const cancelPendingStore = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const storeFormNow = useCallback(() => {
    const { isChanged, valuesOf } = latestFormChanges.current;
    const isStorePending = timer.current !== undefined;
    const storeFormIn = (storage: BrowserStore) =>
      storeDeviceForm(storage, {
        resource,
        email,
        id,
        tag,
        values: valuesOf(),
        at: new Date().toISOString(),
      });
    cancelPendingStore();
    if (isChanged && !session.read()) storeFormIn(tabStore);
    if (!isStorePending) return;
    if (isChanged) storeFormIn(deviceStore);
    else dropDeviceForm({ resource, email, id });
  }, [cancelPendingStore, resource, email, id, tag]);

  const mayStoreForm = isReady && !offer;
  const storeFormAfterPause = useCallback(() => {
    if (!mayStoreForm) return;
    cancelPendingStore();
    timer.current = setTimeout(storeFormNow, STORE_PAUSE_MS);
  }, [cancelPendingStore, storeFormNow, mayStoreForm]);

  useEffect(() => {
    // Restored values are changes too.
    if (latestFormChanges.current.isChanged) storeFormAfterPause();
    window.addEventListener('pagehide', storeFormNow);
    return () => {
      cancelPendingStore();
      window.removeEventListener('pagehide', storeFormNow);
    };
  }, [cancelPendingStore, storeFormNow, storeFormAfterPause]);

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
    storeAfterPause: storeFormAfterPause,
    /** Call it when the form is saved: whatever the device keeps is older. */
    dropAll: () => {
      cancelPendingStore();
      dropDeviceForm({ resource, email, id });
      setOffer(null);
    },
    /** Call it when changes are discarded. */
    drop: () => {
      // The form of an earlier visit stays until the user takes or refuses the offer.
      if (offer) return;
      cancelPendingStore();
      dropDeviceForm({ resource, email, id });
    },
  };
}

export function useDeviceForm<V extends FieldValues, Input>(
  form: UseFormReturn<V, unknown, Input>,
  of: DeviceFormVersion,
  options: DeviceFormOptions,
) {
  const { isDirty: isChanged } = form.formState;
  const { storeAfterPause, ...device } = useKeepValuesOnDevice(of, options, {
    isChanged,
    valuesOf: form.getValues,
  });
  useEffect(() => form.watch(storeAfterPause).unsubscribe, [form, storeAfterPause]);
  return device;
}
