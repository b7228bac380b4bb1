/**
 * When a late part is missing, because the site was updated meanwhile, reloads the page, at most once for each release.
 * Without a connection it does not: then the part may still exist. Also runs as an inline script, so it uses nothing else.
 */
export function reloadForMissingPart(release: string) {
  addEventListener('vite:preloadError', async (event) => {
    // Safari does not name the part
    const part = /(?:https?:\/)?\/\S+/.exec((event as Event & { payload: Error }).payload.message)?.[0];
    try {
      const { status } = await fetch(part ?? location.href, { method: 'HEAD', cache: 'no-store' });
      // a reload that brought the same release did not help
      const key = `reloaded ${release}`;
      if (status !== (part ? 404 : 200) || sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, '1');
      location.reload();
    } catch {
      // no connection, or no storage to remember the reload in
    }
  });
}
