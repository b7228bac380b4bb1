import { useEffect, useEffectEvent } from 'react';

type Handlers = Partial<Record<string, () => void>>;

const typingSelector = 'input, textarea, select, [contenteditable]';

/**
 * Runs these functions at their keys while a dialog with this selector is the topmost one, unless the user types. In
 * a list beside a sheet the keys do nothing, because they would act on somebody else than the focus shows.
 */
export function useDialogKeys(selector: string, handlers: Handlers): void {
  const runHandler = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
    const topmost = [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1);
    const isInside = target === document.body || topmost?.contains(target);
    const isOurs = topmost?.matches(selector) || topmost?.querySelector(selector);
    const run = handlers[key.toLowerCase()];
    if (!run || !isInside || !isOurs || target.closest(typingSelector)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener('keydown', runHandler);
    return () => document.removeEventListener('keydown', runHandler);
  }, []);
}

export const useSheetKeys = (handlers: Handlers) => useDialogKeys('[data-sheet]', handlers);
