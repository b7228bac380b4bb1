import type { Site } from '@institute/contract';
import { listNavigation } from '@institute/contract/navigation';
import { toSocialLink } from '@institute/contract/social';
import type { makeRouter } from '../router.tsx';

const NEVER_STALE_MS = 20 * 24 * 60 * 60 * 1000;
const HEADER_PX = 96;

/** Sent by the office's form: the typed texts, and the part of the page to show. */
type UnsavedSettings = { site: Site; part: string | undefined };

/**
 * Runs in the frame of the office's form. Fills the cache of the page's texts, and asks for them after each
 * render.
 */
export function showUnsavedSettings(router: ReturnType<typeof makeRouter>): void {
  const { queryClient, queries } = router.options.context;
  // The page has the links to own pages, but not their titles
  const stored = queryClient.fetchQuery({ ...queries.site.get(), queryKey: ['stored site'] });
  addEventListener('message', ({ origin, data }: MessageEvent<UnsavedSettings | undefined>) => {
    if (origin !== location.origin || !data?.site) return;
    const { site, part } = data;
    // A time in the future prevents a refetch
    const rules = { updatedAt: Date.now() + NEVER_STALE_MS };
    // The office's form lacks what follows from the server's settings. Nothing counts as empty while it is written
    const { queryKey } = queries.site.get();
    void stored.then(({ menuPages }) => {
      const derived = { socialLinks: site.socials.map(toSocialLink), emptyPages: [], menuPages };
      const navigation = listNavigation({ ...site, ...derived });
      queryClient.setQueryData<object>(
        queryKey,
        (shown) => ({ ...shown, ...site, ...derived, navigation }),
        rules,
      );
    });
    const legal = { ...site, version: 'not saved yet' };
    queryClient.setQueryData<object>(queries.site.legal().queryKey, legal, rules);
    requestAnimationFrame(() => {
      const shown = part && document.querySelector(`[aria-label="${CSS.escape(part)}"]`);
      // `scrollIntoView` would scroll the office's page too
      if (shown) scrollTo({ top: shown.getBoundingClientRect().top + scrollY - HEADER_PX });
    });
  });
  const requestTexts = () => parent.postMessage('ready for texts', location.origin);
  router.subscribe('onRendered', requestTexts);
  requestTexts();
}
