import { type HistoryLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

type Steps = {
  step: number;
  isReady: boolean;
  go: (to: number) => void;
};

/** An entry without a step is the first, or undefined when a link leads into the page. */
const readStep = ({ state, hash }: HistoryLocation) => state.step ?? (hash ? undefined : 0);

export function useSteps({ step, isReady, go }: Steps) {
  const router = useRouter();
  const { history } = router;
  const isRecorded = useRef(false);

  const record = useEffectEvent((step: number, isReady: boolean) => {
    const before = readStep(history.location);
    if (isReady && before !== step) {
      void router.navigate({
        to: '.',
        search: true,
        state: (state) => ({ ...state, step, stepBefore: isRecorded.current ? before : undefined }),
        // The page itself is the entry of its first step
        replace: !isRecorded.current,
        resetScroll: false,
      });
    }
    isRecorded.current ||= isReady;
  });
  useEffect(() => record(step, isReady), [step, isReady]);

  const follow = useEffectEvent((to: number | undefined) => {
    if (to !== undefined && to !== step) go(to);
  });
  useEffect(() => {
    const { pathname } = history.location;
    return history.subscribe(({ location, action: { type } }) => {
      const isMove = type === 'BACK' || type === 'FORWARD' || type === 'GO';
      if (isMove && location.pathname === pathname) follow(readStep(location));
    });
  }, [history]);

  return () => (history.location.state.stepBefore === step - 1 ? history.back() : go(step - 1));
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    step?: number;
    stepBefore?: number | undefined;
  }
}
