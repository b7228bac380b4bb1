import { useReducedMotion } from '@institute/ui/media.ts';
import { useCallback, useEffect, useId, useReducer } from 'react';
import { isHeld, isStopped, restingRotation, rotate, shownIndex } from './rotation.ts';
import { ROTATION_MS, type SharedRotation, useTicker } from './shared-rotation.ts';

export function useCarousel(length: number, shared?: SharedRotation, intervalMs = ROTATION_MS) {
  const carousel = useId();
  const [state, dispatch] = useReducer(rotate, { ...restingRotation, own: shared ? null : 0 });
  const stopped = isStopped(state, useReducedMotion());
  const held = isHeld(state);
  const running = length > 1 && !stopped && !held;
  const follows = state.own === null;
  const index = shownIndex(state, shared?.count ?? 0, length);
  const hold = shared?.hold;

  const { touches } = state;
  const step = useCallback(() => dispatch({ type: 'tick', touches }), [touches]);
  useTicker(running && !follows, intervalMs, step);

  useEffect(() => {
    hold?.(carousel, follows && held);
    return () => hold?.(carousel, false);
  }, [hold, carousel, follows, held]);

  return {
    index,
    stopped,
    running,
    go: (to: number) => dispatch({ type: 'go', to }),
    toggle: () => dispatch({ type: 'stop', at: index, stopped: !stopped }),
    hover: (on: boolean) => dispatch({ type: 'hover', on }),
    focus: (on: boolean) => dispatch({ type: 'focus', on }),
  };
}
