import { tabStore } from './browser-storage.ts';

let isTryingAgain = false;

/** Loads what failed because the visitor pressed "Try again". */
export async function tryLoadingAgain(load: () => Promise<void>): Promise<void> {
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
  let isLeavingPage = false;
  addEventListener('beforeunload', () => {
    isLeavingPage = true;
  });
  addEventListener('vite:preloadError', async (event) => {
    const error = (event as Event & { payload: Error }).payload;
    const isSecondTry = isTryingAgain;
    // Safari does not name the chunk
    const chunkAddress = /(?:https?:\/)?\/\S+/.exec(error.message)?.[0];
    // The router reloads on the browser's own message without asking whether the chunk is gone
    error.message = `A part could not be imported: ${chunkAddress ?? 'its address is unknown'}`;
    try {
      const { status } = await fetch(chunkAddress ?? location.href, { method: 'HEAD', cache: 'no-store' });
      // A reload would stop the browser on its way to another page
      if (isLeavingPage || !mayReload()) return;
      // Firefox and Chrome 112 never ask again for a chunk that failed
      if (!isSecondTry || status !== 200) {
        // If this release was reloaded before, another reload does not help
        const reloadKey = `reloaded ${release}`;
        if (status !== (chunkAddress ? 404 : 200) || tabStore.getItem(reloadKey)) return;
        // Otherwise it would reload for ever
        if (!tabStore.setItem(reloadKey, '1')) return;
      }
      location.reload();
    } catch {
      // There is no connection
    }
  });
}
