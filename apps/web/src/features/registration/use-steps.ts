import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

type Steps = {
  step: number;
  isReady: boolean;
  go: (to: number) => void;
};

export function useSteps({ step, isReady, go }: Steps) {
  const router = useRouter();
  const { history } = router;
  const isRecorded = useRef(false);

  const record = useEffectEvent((step: number, isReady: boolean) => {
    const before = history.location.state.step;
    if (isReady && before !== step) {
      void router.navigate({
        to: '.',
        search: true,
        state: (state) => ({ ...state, step, stepBefore: before }),
        // the page itself is the entry of its first step
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
  useEffect(
    () =>
      history.subscribe(({ location, action: { type } }) => {
        if (type === 'BACK' || type === 'FORWARD' || type === 'GO') follow(location.state.step);
      }),
    [history],
  );

  return () => (history.location.state.stepBefore === step - 1 ? history.back() : go(step - 1));
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    step?: number;
    stepBefore?: number | undefined;
  }
}
