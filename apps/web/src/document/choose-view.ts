/**
 * Decides once whether the page becomes an application, that is, whether its scripts load. The last script is
 * the entry. Otherwise the page stays the document that was sent, whatever the visitor does. `isTask` is true
 * for a page that is of little use without scripts. `translatorMark` is the attribute of a page in another
 * language.
 */
export function chooseView(
  scripts: string[],
  isTask: boolean,
  translatorMark: string,
  waitingMark: string,
  isFastEnoughForScripts: (hints: object) => boolean,
) {
  const root = document.documentElement;
  let needsScripts = isTask || root.hasAttribute(translatorMark) || parent !== self;
  try {
    if ('failed-start' in sessionStorage) return;
    needsScripts ||= /view=full/.test(document.cookie) || waitingMark in localStorage;
  } catch {} // A browser may refuse storage or cookies
  if (!needsScripts && !isFastEnoughForScripts(navigator)) return root.classList.add('spared');
  root.classList.add('scripted');
  for (const scriptAddress of scripts)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: scriptAddress }),
    );
  const entryScript = scripts[scripts.length - 1] as string;
  import(/* @vite-ignore */ entryScript).catch((error) => {
    root.classList.remove('scripted');
    console.error(error);
  });
}
