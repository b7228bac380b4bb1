import type { Site } from '@institute/contract';
import type { makeRouter } from './router.tsx';

/** A message of the office's form: the texts as they are typed, and the part of the page to show. */
type Unsaved = { site: Site & { version?: string }; part: string | undefined };

/**
 * In the frame of the office's form for the site's texts: fills the cache from which the page reads them, and asks for
 * them each time the page was rendered.
 */
export function showUnsavedSettings(router: ReturnType<typeof makeRouter>): void {
  const { queryClient, queries } = router.options.context;
  addEventListener('message', ({ origin, data }: MessageEvent<Unsaved>) => {
    if (origin !== location.origin || !data?.site) return;
    queryClient.setQueryData<object>(queries.site.get().queryKey, data.site);
    queryClient.setQueryData<object>(queries.site.legal().queryKey, {
      ...data.site,
      version: 'not saved yet',
    });
    // after the page shows them
    requestAnimationFrame(() => {
      const shown = document.querySelector(data.part ? `[aria-label="${data.part}"]` : 'main');
      shown?.scrollIntoView();
    });
  });
  const ask = () => parent.postMessage('ready for texts', location.origin);
  router.subscribe('onRendered', ask);
  ask();
}
