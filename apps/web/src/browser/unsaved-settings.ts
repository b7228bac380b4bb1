import type { Site } from '@institute/contract';
import { listNavigation } from '@institute/contract/navigation';
import { toSocialLink } from '@institute/contract/social';
import type { makeRouter } from '../router.tsx';

const NEVER_STALE_MS = 20 * 24 * 60 * 60 * 1000;
const HEADER_PX = 96;

/** A message of the office's form: the typed texts, and the part of the page to show. */
type UnsavedSettings = { site: Site; part: string | undefined };

/**
 * Runs in the preview frame of the office's form. Asks the form for its texts after each render, and puts
 * them into the cache of the page's texts.
 */
export function showUnsavedSettings(router: ReturnType<typeof makeRouter>): void {
  const { queryClient, queries } = router.options.context;
  // The page has the links to own pages, but not their titles
  const storedSite = queryClient.fetchQuery({ ...queries.site.get(), queryKey: ['stored site'] });
  addEventListener('message', ({ origin, data }: MessageEvent<UnsavedSettings | undefined>) => {
    if (origin !== location.origin || !data?.site) return;
    const { site, part } = data;
    // A time in the future prevents a refetch
    const neverStaleQueryOptions = { updatedAt: Date.now() + NEVER_STALE_MS };
    // Adds what the server derives from the settings, because the form lacks it. No page counts as empty
    // while it is being written
    const { queryKey } = queries.site.get();
    void storedSite.then(({ menuPages }) => {
      const derivedSiteParts = { socialLinks: site.socials.map(toSocialLink), emptyPages: [], menuPages };
      const navigation = listNavigation({ ...site, ...derivedSiteParts });
      queryClient.setQueryData<object>(
        queryKey,
        (shown) => ({ ...shown, ...site, ...derivedSiteParts, navigation }),
        neverStaleQueryOptions,
      );
    });
    const legalTexts = { ...site, version: 'not saved yet' };
    queryClient.setQueryData<object>(queries.site.legal().queryKey, legalTexts, neverStaleQueryOptions);
    requestAnimationFrame(() => {
      const sectionToShow = part && document.querySelector(`[aria-label="${CSS.escape(part)}"]`);
      // `scrollIntoView` would scroll the office's page too
      if (sectionToShow) scrollTo({ top: sectionToShow.getBoundingClientRect().top + scrollY - HEADER_PX });
    });
  });
  const requestTexts = () => parent.postMessage('ready for texts', location.origin);
  router.subscribe('onRendered', requestTexts);
  requestTexts();
}
