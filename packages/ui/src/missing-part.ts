/**
 * Reloads the page when a lazy part is missing because the site was updated; at most once per release,
 * which the address of the first script names. Offline it does nothing, because the part may still exist.
 */
export function reloadForMissingPart(release: string) {
  addEventListener('vite:preloadError', async (event) => {
    // Safari does not name the part
    const part = /(?:https?:\/)?\/\S+/.exec((event as Event & { payload: Error }).payload.message)?.[0];
    try {
      const { status } = await fetch(part ?? location.href, { method: 'HEAD', cache: 'no-store' });
      // This release was loaded before, and a reload did not help
      const key = `reloaded ${release}`;
      if (status !== (part ? 404 : 200) || sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, '1');
      location.reload();
    } catch {
      // No connection, or no storage to remember the reload in
    }
  });
}
