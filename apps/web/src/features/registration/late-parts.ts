import { lazy, useEffect } from 'react';

/** The form goes on without the rules after this time. */
const RULES_TIMEOUT_MS = 3000;
const LATER_MS = 2000;

/** The rules of the contract. Undefined when they cannot be loaded: then the server alone checks. */
export const loadRules = () =>
  Promise.race([
    import('./rules.ts').catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), RULES_TIMEOUT_MS)),
  ]);

/** Offline, calls `tell` and waits for a connection. Undefined when loading fails although the browser is online. */
export async function loadDelivery(tell: (isCutOff: boolean) => void) {
  for (;;) {
    const delivery = await import('./delivery.ts').catch(() => undefined);
    if (delivery || navigator.onLine) return delivery;
    tell(true);
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    tell(false);
  }
}

export const WaitingRegistration = lazy(async () => ({
  default: (await import('./delivery.ts')).WaitingRegistration,
}));

let isLoaded = false;

/** Loads what Submit needs. Called early, because later there may be no connection. */
export function loadLateParts(): void {
  if (isLoaded) return;
  isLoaded = true;
  void loadRules();
  import('./delivery.ts').catch(() => {
    isLoaded = false;
  });
}

/** Loads the late parts soon after the form is shown. */
export function useLateParts(): void {
  useEffect(() => {
    const timer = setTimeout(loadLateParts, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
}
