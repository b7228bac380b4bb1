import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSite } from '../../api/site.ts';

export const useScreenTitle = () =>
  useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });

/** Sets the title and icon of the browser tab. Both change as soon as the site's settings are saved. */
export function OfficeTab() {
  const { institute } = useSite();
  const screenTitle = useScreenTitle();
  useReloadedTabIcon(JSON.stringify(institute));
  return <title>{[screenTitle, institute.name].filter(Boolean).join(' – ')}</title>;
}

/** Browsers fetch an icon again only under another address. */
function useReloadedTabIcon(drawnFrom: string) {
  const drawnSource = useRef(drawnFrom);
  useEffect(() => {
    if (drawnSource.current === drawnFrom) return;
    drawnSource.current = drawnFrom;
    for (const iconLink of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
      iconLink.href = `${iconLink.href.split('?', 1)[0]}?at=${Date.now()}`;
    }
  }, [drawnFrom]);
}
