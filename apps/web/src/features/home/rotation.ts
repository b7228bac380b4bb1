import { useHiddenTab, useReducedMotion } from '@institute/ui/media.ts';
import { useCallback, useEffect, useId, useMemo, useReducer, useState } from 'react';

type Rotation = {
  /** Null until a visitor uses the controls; until then the shared count decides. */
  own: number | null;
  touches: number;
  /** Null before the first use of the pause control. */
  stopped: boolean | null;
  hovered: boolean;
  focused: boolean;
};

type RotationAction =
  | { type: 'go'; to: number }
  | { type: 'stop'; at: number; stopped: boolean }
  /** Number of uses when the step was scheduled. A later use cancels the step. */
  | { type: 'tick'; touches: number }
  | { type: 'hover'; on: boolean }
  | { type: 'focus'; on: boolean };

const restingRotation: Rotation = {
  own: null,
  touches: 0,
  stopped: null,
  hovered: false,
  focused: false,
};

function wrap(index: number, length: number) {
  return length > 0 ? ((index % length) + length) % length : 0;
}

function rotate(state: Rotation, action: RotationAction): Rotation {
  switch (action.type) {
    case 'go':
      return { ...state, own: action.to, touches: state.touches + 1 };
    case 'stop':
      return { ...state, own: action.at, stopped: action.stopped, touches: state.touches + 1 };
    case 'tick':
      return state.own === null || action.touches !== state.touches
        ? state
        : { ...state, own: state.own + 1 };
    case 'hover':
      return { ...state, hovered: action.on };
    case 'focus':
      return { ...state, focused: action.on };
  }
}

function shownIndex(state: Rotation, count: number, length: number) {
  return wrap(state.own ?? count, length);
}

/** A setting for reduced motion stops it until the control is used. */
function isStopped(state: Rotation, reducedMotion: boolean) {
  return state.stopped ?? reducedMotion;
}

function isHeld(state: Rotation) {
  return state.hovered || state.focused;
}

const ROTATION_MS = 5000;

/** Several carousels follow this count until a visitor uses the controls of one. */
export type SharedRotation = {
  count: number;
  /** A following carousel pauses the count with true and resumes it with false. */
  hold: (carousel: string, on: boolean) => void;
};

/** A pause or a new `step` restarts the interval. */
function useTicker(running: boolean, step: () => void) {
  const hidden = useHiddenTab();
  useEffect(() => {
    if (!running || hidden) return;
    const timer = setInterval(step, ROTATION_MS);
    return () => clearInterval(timer);
  }, [running, hidden, step]);
}

export function useSharedRotation(): SharedRotation {
  const [count, setCount] = useState(0);
  const [holders, setHolders] = useState<readonly string[]>([]);
  const reducedMotion = useReducedMotion();
  const step = useCallback(() => setCount((now) => now + 1), []);
  useTicker(holders.length === 0 && !reducedMotion, step);

  const hold = useCallback((carousel: string, on: boolean) => {
    setHolders((now) => {
      if (now.includes(carousel) === on) return now;
      return on ? [...now, carousel] : now.filter((holder) => holder !== carousel);
    });
  }, []);

  return useMemo(() => ({ count, hold }), [count, hold]);
}

export function useCarousel(length: number, { count, hold }: SharedRotation) {
  const carousel = useId();
  const [state, dispatch] = useReducer(rotate, restingRotation);
  const stopped = isStopped(state, useReducedMotion());
  const held = isHeld(state);
  const running = length > 1 && !stopped && !held;
  const follows = state.own === null;
  const index = shownIndex(state, count, length);

  const { touches } = state;
  const step = useCallback(() => dispatch({ type: 'tick', touches }), [touches]);
  useTicker(running && !follows, step);

  useEffect(() => {
    hold(carousel, follows && held);
    return () => hold(carousel, false);
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
