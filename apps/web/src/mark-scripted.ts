/**
 * Runs as an inline script. Gives the page the class `scripted` before it is painted. Removes it when the first script
 * cannot be loaded: forms and links then work as without scripts. `entry-client.tsx` does the same for the other scripts.
 * Many browsers do not know the media query `scripting`, so it cannot serve.
 *
 * When a part that comes late is gone, because the site was updated meanwhile, the page loads again: once, for a release.
 * Without a line it stays: then nobody has said that the part is gone.
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
      // when the release is the same again, loading the page did not help
      const key = `reloaded ${release}`;
      if (status !== (part ? 404 : 200) || sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, '1');
      location.reload();
    } catch {
      // no line, or no storage that could tell a second time from the first
    }
  });
}

/**
 * Runs as an inline script. On a 2g line asks for the page in light mode before the rest of this one arrives. Later
 * pages need it no more: the cookie says it, or the header `ECT` of browsers that send it.
 */
function spareSlowLine() {
  const { connection } = navigator as { connection?: { effectiveType: string } };
  if (!/2g/.test(connection?.effectiveType ?? '') || /light=/.test(document.cookie)) return;
  document.cookie = 'light=auto;path=/;max-age=3600;samesite=lax';
  // a browser may keep no cookies
  if (/light=/.test(document.cookie)) location.reload();
}

/** At the start of the head: an inline script after a stylesheet waits for it, and the page with it. */
export const withMark = (page: string, nonce: string, mayBeLight = false) =>
  page.replace(
    '<head>',
    () =>
      `<head><script nonce="${nonce}">${mayBeLight ? `(${spareSlowLine})();` : ''}(${markScripted})('${releaseOf(page)}')</script>`,
  );

/** The first script is named by its content, so it is another one in each release. It is not in the page any more after hydration. */
const releaseOf = (page: string) => /<script type="module" src="([\w./-]+)"/.exec(page)?.[1] ?? '';
