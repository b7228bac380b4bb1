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
