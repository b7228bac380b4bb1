import { useEffect, useEffectEvent } from 'react';

type HandlersByKey = Partial<Record<string, () => void>>;

const typingSelector = 'input, textarea, select, [contenteditable]';

/**
 * Runs these functions at their keys while a dialog with this selector is the topmost one, unless the user types. In
 * a list beside a sheet the keys do nothing, because they would act on somebody else than the focus shows.
 */
export function useDialogKeys(selector: string, handlers: HandlersByKey): void {
  const runHandler = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
    const topmostDialog = [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1);
    const isTargetInsideDialog = target === document.body || topmostDialog?.contains(target);
    const isOurs = topmostDialog?.matches(selector) || topmostDialog?.querySelector(selector);
    const handlerOfKey = handlers[key.toLowerCase()];
    if (!handlerOfKey || !isTargetInsideDialog || !isOurs || target.closest(typingSelector)) return;
    event.preventDefault();
    handlerOfKey();
  });
  useEffect(() => {
    document.addEventListener('keydown', runHandler);
    return () => document.removeEventListener('keydown', runHandler);
  }, []);
}

export const useSheetKeys = (handlers: HandlersByKey) => useDialogKeys('[data-sheet]', handlers);
