import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const served =
  'meta[property], [name="description"], [type="application/ld+json"], [rel="canonical"], [rel="prev"], [rel="next"]';

/** After a navigation, focuses the page's heading, which screen readers then announce. */
export function RouteFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        // Removes what the server wrote about the former page for link previews and search engines.
        for (const data of document.querySelectorAll(served)) data.remove();
        const main = document.querySelector('main');
        const heading = main?.querySelector('h1') ?? main;
        if (!heading) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}
