import { useDeferredValue } from 'react';

/**
 * False in the first render, then true. What needs many elements waits with it until the rest of the screen is
 * painted, and leaves its room free meanwhile.
 */
export const useLater = (): boolean => useDeferredValue(true, false);

/** For the queries of such parts: the first calls of the screen have just loaded the answers. */
export const justLoaded = { staleTime: 2000 };
