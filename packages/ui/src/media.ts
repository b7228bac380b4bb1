import { useCallback, useSyncExternalStore } from 'react';

const returnFalse = () => false;

export function useMedia(query: string) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const mediaQueryList = window.matchMedia(query);
      mediaQueryList.addEventListener('change', changed);
      return () => mediaQueryList.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, returnFalse);
}

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)');

const subscribeVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

export function useHiddenTab() {
  return useSyncExternalStore(subscribeVisibility, () => document.hidden, returnFalse);
}
