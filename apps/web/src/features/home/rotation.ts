import { useHiddenTab, useReducedMotion } from '@institute/ui/media.ts';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';

const ROTATION_MS = 5000;

/** A count that several carousels follow until a visitor uses the controls of one. */
export type SharedRotation = {
  count: number;
  /** A following carousel pauses the count with true and resumes it with false. */
  hold: (carousel: string, on: boolean) => void;
};

/** Calls `step` at intervals. After a pause, or with a new `step`, the interval starts again. */
function useRotationTimer(isRunning: boolean, step: () => void) {
  const isTabHidden = useHiddenTab();
  useEffect(() => {
    if (!isRunning || isTabHidden) return;
    const timer = setInterval(step, ROTATION_MS);
    return () => clearInterval(timer);
  }, [isRunning, isTabHidden, step]);
}

export function useSharedRotation(): SharedRotation {
  const [count, setCount] = useState(0);
  const [holders, setHolders] = useState<readonly string[]>([]);
  const prefersReducedMotion = useReducedMotion();
  const advanceCount = useCallback(() => setCount((now) => now + 1), []);
  useRotationTimer(holders.length === 0 && !prefersReducedMotion, advanceCount);
  const holdRotation = useCallback((carousel: string, on: boolean) => {
    setHolders((now) => {
      if (now.includes(carousel) === on) return now;
      return on ? [...now, carousel] : now.filter((holder) => holder !== carousel);
    });
  }, []);
  return useMemo(() => ({ count, hold: holdRotation }), [count, holdRotation]);
}

/**
 * The position of one carousel, which leaves the shared rotation once the visitor uses it. With reduced
 * motion a carousel rotates only after the visitor starts it.
 */
export function useCarousel(length: number, { count, hold }: SharedRotation) {
  const carouselId = useId();
  const [own, setOwn] = useState<number>();
  const [stopped, setStopped] = useState<boolean>();
  const [hovered, hover] = useState(false);
  const [focused, focus] = useState(false);
  const prefersStillCarousel = useReducedMotion();
  const isRotationStopped = stopped ?? prefersStillCarousel;
  const isCarouselHeld = hovered || focused;
  const isRotating = length > 1 && !isRotationStopped && !isCarouselHeld;
  const index = (((own ?? count) % length) + length) % length;
  const followsSharedCount = own === undefined;

  // A new function after each use, so that the interval starts again and a slide stays for its whole time
  const advanceOwnCount = useCallback(() => setOwn((own ?? 0) + 1), [own]);
  useRotationTimer(isRotating && !followsSharedCount, advanceOwnCount);
  useEffect(() => {
    hold(carouselId, followsSharedCount && isCarouselHeld);
    return () => hold(carouselId, false);
  }, [hold, carouselId, followsSharedCount, isCarouselHeld]);

  const toggleRotation = () => {
    setOwn(index);
    setStopped(!isRotationStopped);
  };
  return {
    index,
    stopped: isRotationStopped,
    running: isRotating,
    go: setOwn,
    toggle: toggleRotation,
    hover,
    focus,
  };
}
