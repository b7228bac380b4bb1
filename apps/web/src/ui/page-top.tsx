import { useLayoutEffect } from 'react';

/**
 * Belongs into the placeholder of a page: what is still on its way is seen from its beginning, though
 * the router leaves the window where the last page was until the new one has come.
 */
export function PageTop() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return null;
}
