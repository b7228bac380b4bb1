import { useDeferredValue } from 'react';

/**
 * False in the first render, then true. Large parts wait with it until the rest is painted, and keep their
 * room free.
 */
export const useLater = (): boolean => useDeferredValue(true, false);
