import { lazy, useEffect } from 'react';

/** A part that a weak line does not bring in this time is done without. */
const PATIENCE_MS = 3000;
const LATER_MS = 2000;

/** The rules of the contract. Undefined when they cannot be loaded: then the server alone checks. */
export const loadRules = () =>
  Promise.race([
    import('./rules.ts').catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS)),
  ]);

/** Without a connection it waits for one, and tells so. Undefined when it cannot be loaded with one either. */
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

/** Loads what Submit needs, soon or as soon as somebody writes: later there may be no connection. */
export function useLateParts() {
  const load = () => {
    if (isLoaded) return;
    isLoaded = true;
    void loadRules();
    import('./delivery.ts').catch(() => {
      isLoaded = false;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(load, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return load;
}
