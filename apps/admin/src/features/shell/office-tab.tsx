import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSite } from '../../api/site.ts';

export const useScreenTitle = () =>
  useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });

/** Title and icon of the tab. They follow the site as soon as it is saved. */
export function OfficeTab() {
  const { institute } = useSite();
  const screen = useScreenTitle();
  useFreshIcon(JSON.stringify(institute));
  return <title>{[screen, institute.name].filter(Boolean).join(' – ')}</title>;
}

/** Browsers fetch an icon again only under another address. */
function useFreshIcon(drawnFrom: string) {
  const drawn = useRef(drawnFrom);
  useEffect(() => {
    if (drawn.current === drawnFrom) return;
    drawn.current = drawnFrom;
    for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
      icon.href = `${icon.href.split('?', 1)[0]}?at=${Date.now()}`;
    }
  }, [drawnFrom]);
}
