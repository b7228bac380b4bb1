/**
 * Marks the page as one with scripts before it is painted, and takes the mark back when they cannot be loaded: then
 * forms and links work as without scripts. Asks no media query, because many browsers do not know the one about
 * scripts. Runs as an inline script.
 */
function markScripted() {
  const { classList } = document.documentElement;
  if ('noModule' in HTMLScriptElement.prototype) classList.add('scripted');
  const isNeeded = (element: EventTarget | null) =>
    (element instanceof HTMLScriptElement && element.type === 'module') ||
    (element instanceof HTMLLinkElement && element.rel === 'modulepreload');
  addEventListener(
    'error',
    ({ target }) => {
      if (!classList.contains('hydrated') && isNeeded(target)) classList.remove('scripted');
    },
    true,
  );
}

/** A function, so that the browser gets none of it. */
export const markingScript = () => `(${markScripted})()`;
