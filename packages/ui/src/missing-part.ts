import { tabStore } from './browser-storage.ts';

let isTryingAgain = false;

/** What the visitor asked for by "Try again". */
export async function tryAgain(load: () => Promise<void>): Promise<void> {
  isTryingAgain = true;
  await load().finally(() => {
    isTryingAgain = false;
  });
}

/**
 * Reloads the page when a lazy part is missing because the site was updated; at most once per release,
 * which the address of the first script names. Offline it does nothing, because the part may still exist.
 */
export function reloadForMissingPart(release: string, mayReload: () => boolean = () => true) {
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener('vite:preloadError', async (event) => {
    const error = (event as Event & { payload: Error }).payload;
    const isAgain = isTryingAgain;
    // Safari does not name the part
    const part = /(?:https?:\/)?\/\S+/.exec(error.message)?.[0];
    // By its message the router would know the error, and reload the page without asking whether the part is gone
    error.message = `A part could not be imported: ${part ?? 'its address is unknown'}`;
    try {
      const { status } = await fetch(part ?? location.href, { method: 'HEAD', cache: 'no-store' });
      // A reload would stop the browser on its way to another page
      if (isLeaving || !mayReload()) return;
      // Firefox and Chrome 112 ask never again for a part that did not come
      if (!isAgain || status !== 200) {
        // This release was loaded before, and a reload did not help
        const key = `reloaded ${release}`;
        if (status !== (part ? 404 : 200) || tabStore.getItem(key)) return;
        // Otherwise it would reload for ever
        if (!tabStore.setItem(key, '1')) return;
      }
      location.reload();
    } catch {
      // No connection
    }
  });
}
