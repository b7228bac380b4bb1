/**
 * Marks the page as one with scripts before it is painted, and takes the mark back when they cannot be loaded: then
 * forms and links work as without scripts; `entry-client.tsx` does so for parts that are missing. Asks no media query, because many browsers do not know the one about
 * scripts. Runs as an inline script.
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

/** At the start of the head: behind a stylesheet that is still on its way it would hold up the page. */
export const withMark = (page: string, nonce: string) =>
  page.replace('<head>', () => `<head><script nonce="${nonce}">(${markScripted})()</script>`);
