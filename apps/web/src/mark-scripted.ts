import { reloadForMissingPart } from '@institute/ui/missing-part.ts';

/**
 * Runs as an inline script. Adds the class `scripted` before the first paint, and removes it when the first
 * script cannot be loaded: forms and links then work as without scripts. `entry-client.tsx` does the same for
 * the other scripts. Many browsers lack the media query `scripting`.
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
 * Runs as an inline script. On a 2g connection, reloads the page in light mode before the rest of it arrives.
 * Later pages come in light mode at once, by the cookie or the header `ECT`.
 */
function spareSlowConnection() {
  const { connection } = navigator as { connection?: { effectiveType: string } };
  if (!/2g/.test(connection?.effectiveType ?? '') || /light=/.test(document.cookie)) return;
  document.cookie = 'light=auto;path=/;max-age=3600;samesite=lax';
  // without the cookie it would reload for ever
  if (/light=/.test(document.cookie)) location.reload();
}

/** At the start of the head, because an inline script after a stylesheet waits for it. */
export const withMark = (page: string, nonce: string, mayBeLight = false) =>
  page.replace(
    '<head>',
    () =>
      `<head><script nonce="${nonce}">${mayBeLight ? `(${spareSlowConnection})();` : ''}(${markScripted})();(${reloadForMissingPart})('${releaseOf(page)}')</script>`,
  );

/** URL of the first script, which differs in each release. The hydrated page no longer contains it. */
const releaseOf = (page: string) => /<script type="module" src="([\w./-]+)"/.exec(page)?.[1] ?? '';
