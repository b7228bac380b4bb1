/**
 * Runs as an inline script. Gives the page the class `scripted` before it is painted, and removes it when the first
 * script cannot be loaded, so that forms and links work as without scripts. `entry-client.tsx` does the same for the
 * other scripts. Many browsers do not know the media query `scripting`, so it cannot serve.
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

/** At the start of the head: an inline script after a stylesheet waits for it, and the page with it. */
export const withMark = (page: string, nonce: string) =>
  page.replace('<head>', () => `<head><script nonce="${nonce}">(${markScripted})()</script>`);
