import { useLayoutEffect } from 'react';

/** For the skeleton of a page: the router keeps the last scroll position until the new page has loaded. */
export function PageTop() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return null;
}
