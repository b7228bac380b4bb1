import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

type Leaving = {
  isChanged: boolean;
  /** Something is being saved: not now. */
  isBusy: boolean;
  leave: () => void;
  /** The search part of the address says what is edited. Otherwise a list behind a dialog may follow its search. */
  inSearch?: boolean;
};

/** Closing a form, and leaving its screen, asks first when something was typed. */
export function useLeaving({ isChanged, isBusy, leave, inSearch = false }: Leaving) {
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && (inSearch || current.pathname !== next.pathname),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return {
    isAsking: isClosing || blocker.status === 'blocked',
    ask: () => {
      if (isBusy) return;
      if (isChanged) setClosing(true);
      else leave();
    },
    stay: () => {
      setClosing(false);
      blocker.reset?.();
    },
    go: () => {
      leave();
      blocker.proceed?.();
    },
  };
}
