import { tabStore } from './browser-storage.ts';

let isTryingAgain = false;

/** Loads what failed because the visitor pressed "Try again". */
export async function tryAgain(load: () => Promise<void>): Promise<void> {
  isTryingAgain = true;
  await load().finally(() => {
    isTryingAgain = false;
  });
}

/**
 * Reloads the page when an update of the site has removed a chunk of script or style. It does so at most once
 * per release, which the first script's address names. Offline it does nothing: the chunk may still exist.
 */
export function reloadOnMissingChunk(release: string, mayReload: () => boolean = () => true) {
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener('vite:preloadError', async (event) => {
    const error = (event as Event & { payload: Error }).payload;
    const isAgain = isTryingAgain;
    // Safari does not name the chunk
    const chunk = /(?:https?:\/)?\/\S+/.exec(error.message)?.[0];
    // The router reloads on the browser's own message without asking whether the chunk is gone
    error.message = `A part could not be imported: ${chunk ?? 'its address is unknown'}`;
    try {
      const { status } = await fetch(chunk ?? location.href, { method: 'HEAD', cache: 'no-store' });
      // A reload would stop the browser on its way to another page
      if (isLeaving || !mayReload()) return;
      // Firefox and Chrome 112 never ask again for a chunk that failed
      if (!isAgain || status !== 200) {
        // The release was loaded before, and a reload did not help
        const key = `reloaded ${release}`;
        if (status !== (chunk ? 404 : 200) || tabStore.getItem(key)) return;
        // Otherwise it would reload for ever
        if (!tabStore.setItem(key, '1')) return;
      }
      location.reload();
    } catch {
      // No connection
    }
  });
}
