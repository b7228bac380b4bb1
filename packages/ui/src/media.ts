import { useCallback, useSyncExternalStore } from 'react';

const returnFalse = () => false;

export function useMediaQueryMatch(query: string) {
  const subscribeToQueryChange = useCallback(
    (changed: () => void) => {
      const mediaQueryList = window.matchMedia(query);
      mediaQueryList.addEventListener('change', changed);
      return () => mediaQueryList.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribeToQueryChange, () => window.matchMedia(query).matches, returnFalse);
}

export const useReducedMotion = () => useMediaQueryMatch('(prefers-reduced-motion: reduce)');

const subscribeVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

export function useHiddenTab() {
  return useSyncExternalStore(subscribeVisibility, () => document.hidden, returnFalse);
}
