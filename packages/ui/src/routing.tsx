import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const servedHeadTagsSelector =
  'meta[property], meta[name="description"], [type="application/ld+json"], [rel="canonical"], [rel="prev"], [rel="next"]';

/** Screen readers announce the focused heading after a navigation. */
export function RouteFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        // The server wrote these tags for link previews and search engines. They describe the former page.
        for (const servedElement of document.querySelectorAll(servedHeadTagsSelector)) servedElement.remove();
        const main = document.querySelector('main');
        const focusTarget = main?.querySelector('h1') ?? main;
        if (!focusTarget) return;
        focusTarget.tabIndex = -1;
        focusTarget.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}

/** The first element that Tab reaches. `main` needs the id and `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-control bg-ink font-semibold text-white focus:not-sr-only focus:px-5 focus:py-3 focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  );
}

/** Values stay text, so that URLs stay readable: `?q=5` needs no quotes. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const givenParameters = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(givenParameters.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Options of both apps' routers. The query cache decides what is fresh. */
export const routerDefaults = {
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 50,
  defaultPendingMinMs: 0,
} as const;
