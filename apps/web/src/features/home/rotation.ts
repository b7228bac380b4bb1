import { useHiddenTab, useReducedMotion } from '@institute/ui/media.ts';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';

const ROTATION_MS = 5000;

/** Several carousels follow this count until a visitor uses the controls of one. */
export type SharedRotation = {
  count: number;
  /** A following carousel pauses the count with true and resumes it with false. */
  hold: (carousel: string, on: boolean) => void;
};

/** A pause or a new `step` begins the time again. */
function useTicker(isRunning: boolean, step: () => void) {
  const isHidden = useHiddenTab();
  useEffect(() => {
    if (!isRunning || isHidden) return;
    const timer = setInterval(step, ROTATION_MS);
    return () => clearInterval(timer);
  }, [isRunning, isHidden, step]);
}

export function useSharedRotation(): SharedRotation {
  const [count, setCount] = useState(0);
  const [holders, setHolders] = useState<readonly string[]>([]);
  const isStill = useReducedMotion();
  const step = useCallback(() => setCount((now) => now + 1), []);
  useTicker(holders.length === 0 && !isStill, step);
  const hold = useCallback((carousel: string, on: boolean) => {
    setHolders((now) => {
      if (now.includes(carousel) === on) return now;
      return on ? [...now, carousel] : now.filter((holder) => holder !== carousel);
    });
  }, []);
  return useMemo(() => ({ count, hold }), [count, hold]);
}

/** A carousel leaves the shared rotation once the visitor uses it. With reduced motion it waits until it is started. */
export function useCarousel(length: number, { count, hold }: SharedRotation) {
  const carousel = useId();
  const [own, setOwn] = useState<number>();
  const [stopped, setStopped] = useState<boolean>();
  const [hovered, hover] = useState(false);
  const [focused, focus] = useState(false);
  const isStill = useReducedMotion();
  const isStopped = stopped ?? isStill;
  const isHeld = hovered || focused;
  const running = length > 1 && !isStopped && !isHeld;
  const index = (((own ?? count) % length) + length) % length;
  const follows = own === undefined;

  // Another step after each use, so that a slide stays for its whole time
  const step = useCallback(() => setOwn((own ?? 0) + 1), [own]);
  useTicker(running && !follows, step);
  useEffect(() => {
    hold(carousel, follows && isHeld);
    return () => hold(carousel, false);
  }, [hold, carousel, follows, isHeld]);

  const toggleRotation = () => {
    setOwn(index);
    setStopped(!isStopped);
  };
  return { index, stopped: isStopped, running, go: setOwn, toggle: toggleRotation, hover, focus };
}
