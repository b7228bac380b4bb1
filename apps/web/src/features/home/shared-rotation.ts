import { useHiddenTab, useReducedMotion } from '@institute/ui/media.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';

export const ROTATION_MS = 5000;

/** Several carousels follow this count until a visitor uses the controls of one. */
export type SharedRotation = {
  count: number;
  /** A following carousel pauses the count with true and resumes it with false. */
  hold: (carousel: string, on: boolean) => void;
};

/** A pause or a new `step` restarts the interval. */
export function useTicker(running: boolean, intervalMs: number, step: () => void) {
  const hidden = useHiddenTab();
  useEffect(() => {
    if (!running || hidden) return;
    const timer = setInterval(step, intervalMs);
    return () => clearInterval(timer);
  }, [running, hidden, intervalMs, step]);
}

export function useSharedRotation(intervalMs = ROTATION_MS): SharedRotation {
  const [count, setCount] = useState(0);
  const [holders, setHolders] = useState<readonly string[]>([]);
  const reducedMotion = useReducedMotion();
  const step = useCallback(() => setCount((now) => now + 1), []);
  useTicker(holders.length === 0 && !reducedMotion, intervalMs, step);

  const hold = useCallback((carousel: string, on: boolean) => {
    setHolders((now) => {
      if (now.includes(carousel) === on) return now;
      return on ? [...now, carousel] : now.filter((holder) => holder !== carousel);
    });
  }, []);

  return useMemo(() => ({ count, hold }), [count, hold]);
}
