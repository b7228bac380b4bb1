type Entry = typeof import('../entry-client.tsx');

/**
 * Loads the scripts, the entry last, in browsers that can run all. In others the page works as it was sent.
 * They come with the first act of the visitor, or after the page on a good connection. A link before that
 * leads on at once; a control that needs scripts waits for them. The class `scripted` shows what only scripts
 * can do. Cascade layers came with Chrome 99 and Safari 15.4, `TransformStream` with Firefox 102.
 */
export function startPage(
  files: string[],
  /** The page does something by itself, so it does not wait for the visitor. */
  isTask: boolean,
  failedStartsPath: string,
  /** Attribute of a page that is shown in another language. */
  translatorMark: string,
  /** Keys in `sessionStorage` of what the visitor has begun. */
  begunKeys: string[],
) {
  const failed = 'failed-start';
  const root = document.documentElement;
  const { classList, dataset } = root;
  /** Storage may be refused. */
  const tryStorage = <T>(use: () => T) => {
    try {
      return use();
    } catch {}
  };
  const canRun = 'CSSLayerBlockRule' in self && 'TransformStream' in self;
  if (!canRun || tryStorage(() => failed in sessionStorage)) return;

  classList.add('scripted');
  let started: Promise<void> | undefined;
  let isReady = false;
  const start = () => (started ??= load());
  const load = async () => {
    for (const href of files) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    if (document.readyState === 'loading')
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
    try {
      let entry: Partial<Entry> = {};
      // Each file runs in its own task, so that a slow phone can scroll and type between them
      for (const file of files) entry = await import(/* @vite-ignore */ file);
      // React would draw a translated page anew, without what was typed or opened
      if (document.querySelector('font') && navigator.userActivation?.hasBeenActive)
        return classList.remove('scripted');
      await entry.hydrateSite?.();
      isReady = true;
    } catch (error) {
      classList.remove('scripted');
      const { name, message } = error as Error;
      const [browser] = /(?:Chrome|Firefox|Version)\/\d+/.exec(navigator.userAgent) ?? ['unknown'];
      const type = 'application/json';
      navigator.sendBeacon(failedStartsPath, new Blob([JSON.stringify({ name, browser })], { type }));
      // A file that did not arrive may arrive with the next page
      if (!/import/i.test(message)) tryStorage(() => sessionStorage.setItem(failed, name));
    }
  };

  /** Acts when the scripts are there. What works without them waits so long at most. Acts once. */
  const hold = async (part: Element, longestMs: number | undefined, act: () => void) => {
    if (part.ariaBusy) return;
    part.ariaBusy = 'true';
    await Promise.race([start(), new Promise((resolve) => longestMs && setTimeout(resolve, longestMs))]);
    part.ariaBusy = null;
    act();
  };
  let isHeld = true;
  const listen = (act: string, hear: (target: HTMLElement, event: Event) => void) =>
    addEventListener(act, (event) => isReady || hear(event.target as HTMLElement, event), true);
  listen('click', (target, event) => {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    const part = target.closest<HTMLElement>('a[aria-haspopup],button:not([popovertarget])');
    if (!part || !isHeld || ctrlKey || metaKey || shiftKey) return;
    const needsScripts = part.matches('[type=button]');
    // A form is sent with what was pressed in it before
    const isNext = part.closest('form')?.querySelector('[type=button][aria-busy]');
    if (!isNext && !needsScripts && !part.matches('a,[data-in-place] *')) return;
    event.preventDefault();
    event.stopPropagation();
    void hold(part, needsScripts ? undefined : isNext ? 30_000 : 1000, async () => {
      // React takes a press over in a task of its own
      if (isNext) await new Promise((resolve) => setTimeout(resolve));
      isHeld = false;
      part.click();
      isHeld = true;
    });
  });
  // As the hidden button would. React finds the choice when it takes the page over
  listen('change', (target) => {
    const { form } = target as HTMLSelectElement;
    if (target.matches('[method=get] select') && form) void hold(form, 1000, () => isReady || form.submit());
  });
  // An empty list opens when it has come
  listen('mousedown', (target, event) => {
    if (!target.matches('select:empty')) return;
    event.preventDefault();
    (target.parentElement as Element).ariaBusy = 'true';
  });
  // A link leads to another page, which has scripts of its own
  for (const act of ['pointerdown', 'focusin', 'input', 'keydown'])
    listen(act, (target) => target.closest?.('a[href]:not([aria-haspopup],[href^="#"])') || start());
  // The scripts start when a control comes into view, before it is used
  listen('scrollend', () => {
    for (const control of document.querySelectorAll('main :is(input,select,[aria-haspopup],.needs-script)')) {
      const { top, bottom } = control.getBoundingClientRect();
      if (bottom > 0 && bottom > top && top < innerHeight) void start();
    }
  });

  const hasBegun = tryStorage(() => begunKeys.some((key) => key in sessionStorage)) || history.state?.paid;
  if (isTask || hasBegun || parent !== self || 'saved' in dataset || root.hasAttribute(translatorMark))
    void start();

  // What waits on this device is sent
  const lookForSaved = () =>
    tryStorage(() =>
      // Old browsers cannot list them
      indexedDB.databases ? indexedDB.databases().then((known) => known[0] && start()) : start(),
    );
  addEventListener('online', lookForSaved);
  addEventListener('load', () => {
    const { connection, deviceMemory = 8 } = navigator as {
      connection?: { effectiveType: string; saveData: boolean };
      deviceMemory?: number;
    };
    const isGood = connection
      ? connection.effectiveType === '4g' && !connection.saveData
      : innerWidth >= 1024;
    (self.requestIdleCallback ?? setTimeout)(isGood && deviceMemory > 2 ? start : lookForSaved);
  });
}
