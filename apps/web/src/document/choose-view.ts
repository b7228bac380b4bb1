/**
 * Decides once whether the page becomes an application: whether its scripts, of which the last is the entry,
 * are loaded. Otherwise it stays the document that was sent, and no act of the visitor changes that.
 * `isTask`: few can do without scripts what the page is for. `translatorMark`: the attribute of a page in
 * another language. Cascade layers came with Chrome 99 and Safari 15.4, `TransformStream` with Firefox 102.
 */
export function chooseView(scripts: string[], isTask: boolean, translatorMark: string, waitingMark: string) {
  const root = document.documentElement;
  const { connection, deviceMemory = 8 } = navigator as LineHints;
  const isGood = !connection || (connection.effectiveType === '4g' && !connection.saveData);
  let isWanted = isTask || root.hasAttribute(translatorMark) || parent !== self;
  if (!('CSSLayerBlockRule' in self && 'TransformStream' in self)) return;
  try {
    if ('failed-start' in sessionStorage) return;
    isWanted ||= /view=full/.test(document.cookie) || waitingMark in localStorage;
  } catch {} // The browser refuses storage or cookies
  if (!isWanted && !(isGood && deviceMemory > 2)) return root.classList.add('spared');
  root.classList.add('scripted');
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const entry = scripts[scripts.length - 1] as string;
  import(/* @vite-ignore */ entry).catch((error) => {
    root.classList.remove('scripted');
    console.error(error);
  });
}

type LineHints = { connection?: { effectiveType: string; saveData: boolean }; deviceMemory?: number };
