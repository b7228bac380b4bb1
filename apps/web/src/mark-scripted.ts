import { reloadForMissingPart } from '@institute/ui/missing-part.ts';

/**
 * Runs as an inline script. Gives the page the class `scripted` before it is painted. Removes it when the first script
 * cannot be loaded: forms and links then work as without scripts. `entry-client.tsx` does the same for the other scripts.
 * Many browsers do not know the media query `scripting`, so it cannot serve.
 */
function markScripted() {
  const { classList } = document.documentElement;
  if ('noModule' in HTMLScriptElement.prototype) classList.add('scripted');
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') classList.remove('scripted');
    },
    true,
  );
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
      `<head><script nonce="${nonce}">${mayBeLight ? `(${spareSlowConnection})();` : ''}(${markScripted})();(${reloadForMissingPart})('${releaseOf(page)}')</script>`,
  );

/** The address of the first script, which differs in each release. After hydration the page does not contain it any more. */
const releaseOf = (page: string) => /<script type="module" src="([\w./-]+)"/.exec(page)?.[1] ?? '';
