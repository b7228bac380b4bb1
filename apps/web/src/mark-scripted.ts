/**
 * Runs as an inline script. Gives the page the class `scripted` before it is painted. Removes it when the first script
 * cannot be loaded: forms and links then work as without scripts. `entry-client.tsx` does the same for the other scripts.
 * Many browsers do not know the media query `scripting`, so it cannot serve.
 *
 * When a late part is missing, because the site was updated meanwhile, reloads the page, at most once for each release.
 * Without a connection it does not: then the part may still exist.
 */
function markScripted(release: string) {
  const { classList } = document.documentElement;
  if ('noModule' in HTMLScriptElement.prototype) classList.add('scripted');
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') classList.remove('scripted');
    },
    true,
  );
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

/**
 * Runs as an inline script. On a 2g connection, loads the page in light mode before the rest of this one arrives. Later
 * pages come in light mode at once: the cookie says so, or the header `ECT` of browsers that send it.
 */
function spareSlowConnection() {
  const { connection } = navigator as { connection?: { effectiveType: string } };
  if (!/2g/.test(connection?.effectiveType ?? '') || /light=/.test(document.cookie)) return;
  document.cookie = 'light=auto;path=/;max-age=3600;samesite=lax';
  // without the cookie it would reload for ever
  if (/light=/.test(document.cookie)) location.reload();
}

/** Adds the scripts at the start of the head: an inline script after a stylesheet would wait for the stylesheet. */
export const withMark = (page: string, nonce: string, mayBeLight = false) =>
  page.replace(
    '<head>',
    () =>
      `<head><script nonce="${nonce}">${mayBeLight ? `(${spareSlowConnection})();` : ''}(${markScripted})('${releaseOf(page)}')</script>`,
  );

/** The address of the first script, which differs in each release. After hydration the page does not contain it any more. */
const releaseOf = (page: string) => /<script type="module" src="([\w./-]+)"/.exec(page)?.[1] ?? '';
