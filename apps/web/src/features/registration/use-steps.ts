import { type HistoryLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

type StepsOptions = {
  step: number;
  isReady: boolean;
  go: (to: number) => void;
};

/**
 * Reads the step of a history entry. An entry without a step is the first, except that of a link to a place
 * in the page.
 */
const readStepOfLocation = ({ state, hash }: HistoryLocation) => state.step ?? (hash ? undefined : 0);

export function useSteps({ step, isReady, go }: StepsOptions) {
  const router = useRouter();
  const { history } = router;
  const isFirstStepRecorded = useRef(false);

  const recordStep = useEffectEvent((step: number, isReady: boolean) => {
    const recordedStep = readStepOfLocation(history.location);
    if (isReady && recordedStep !== step) {
      void router.navigate({
        to: '.',
        search: true,
        state: (state) => ({
          ...state,
          step,
          stepBefore: isFirstStepRecorded.current ? recordedStep : undefined,
        }),
        // The first step belongs to the entry of the page itself
        replace: !isFirstStepRecorded.current,
        resetScroll: false,
      });
    }
    isFirstStepRecorded.current ||= isReady;
  });
  useEffect(() => recordStep(step, isReady), [step, isReady]);

  const followHistory = useEffectEvent((to: number | undefined) => {
    if (to !== undefined && to !== step) go(to);
  });
  useEffect(() => {
    const { pathname } = history.location;
    return history.subscribe(({ location, action: { type } }) => {
      const isHistoryMove = type === 'BACK' || type === 'FORWARD' || type === 'GO';
      if (isHistoryMove && location.pathname === pathname) followHistory(readStepOfLocation(location));
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
