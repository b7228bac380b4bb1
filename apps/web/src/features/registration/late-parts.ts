import { lazy, useEffect } from 'react';

const RULES_TIMEOUT_MS = 3000;
const LATER_MS = 2000;

/** Rules of the contract. Undefined when they cannot be loaded: then only the server checks. */
export const loadRules = () =>
  Promise.race([
    import('@institute/contract/registration-form').catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), RULES_TIMEOUT_MS)),
  ]);

const CUT_OFF = 'You are offline. Keep this page open: your application will be sent when you are online.';

/** Offline, it shows a note and waits for a connection. Undefined when loading fails online. */
export async function loadDelivery(tell: (note: string) => void) {
  for (;;) {
    const delivery = await import('./delivery.ts').catch(() => undefined);
    if (delivery || navigator.onLine) return delivery;
    tell(CUT_OFF);
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    tell('');
  }
}

export const WaitingRegistration = lazy(async () => ({
  default: (await import('./delivery.ts')).WaitingRegistration,
}));

let isLoaded = false;

export function loadLateParts(): void {
  if (isLoaded) return;
  isLoaded = true;
  void loadRules();
  import('./delivery.ts').catch(() => {
    isLoaded = false;
  });
}

export function useLateParts(): void {
  useEffect(() => {
    const timer = setTimeout(loadLateParts, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
}
