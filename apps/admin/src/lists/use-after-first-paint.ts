import { useDeferredValue } from 'react';

/** False in the first render, then true: large parts wait until the rest is painted. Reserve room for them. */
export const useAfterFirstPaint = (): boolean => useDeferredValue(true, false);
