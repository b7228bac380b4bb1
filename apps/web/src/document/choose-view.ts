/**
 * Decides once whether the page becomes an application: whether its scripts, of which the last is the entry,
 * are loaded. Otherwise it stays the document that was sent, and no act of the visitor changes that.
 * `isTask`: few can do without scripts what the page is for. `translatorMark`: the attribute of a page in
 * another language.
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
  } catch {} // The browser refuses storage or cookies
  if (!needsScripts && !isFastEnoughForScripts(navigator)) return root.classList.add('spared');
  root.classList.add('scripted');
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const entry = scripts[scripts.length - 1] as string;
  import(/* @vite-ignore */ entry).catch((error) => {
    root.classList.remove('scripted');
    console.error(error);
  });
}
