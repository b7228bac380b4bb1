import { useLayoutEffect } from 'react';

/**
 * Scrolls to the top. Place it in a page's skeleton: the router keeps the scroll position of the last page
 * until the new one has been loaded.
 */
export function PageTop() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return null;
}
