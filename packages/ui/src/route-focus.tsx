import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const served =
  'meta[property], [name="description"], [type="application/ld+json"], [rel="canonical"], [rel="prev"], [rel="next"]';

/** Screen readers announce the focused heading after a navigation. */
export function RouteFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        // The server wrote this about the former page for link previews and search engines.
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
