import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

type UnsavedChanges = {
  isChanged: boolean;
  /** True while the form is being saved and cannot be closed. */
  isBusy: boolean;
  close: () => void;
  /** Also asks when only the search part of the address changes. */
  inSearch?: boolean;
};

/** Asks before a changed form is closed or its screen is left. */
export function useUnsavedChanges({ isChanged, isBusy, close, inSearch = false }: UnsavedChanges) {
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker({
    // the list behind a dialog may change its search
    shouldBlockFn: ({ current, next }) => isChanged && (inSearch || current.pathname !== next.pathname),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return {
    isAsking: isClosing || blocker.status === 'blocked',
    requestClose: () => {
      if (isBusy) return;
      if (isChanged) setClosing(true);
      else close();
    },
    stay: () => {
      setClosing(false);
      blocker.reset?.();
    },
    discard: () => {
      close();
      blocker.proceed?.();
    },
  };
}
