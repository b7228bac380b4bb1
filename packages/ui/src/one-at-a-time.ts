import { useLayoutEffect, useRef, useState } from 'react';

/**
 * `run`, which does not begin again before it has ended and React has drawn how. A person may press a button
 * twice before the first press shows. The returned function is false for such a press.
 */
export function useOneAtATime<Given extends unknown[]>(
  run: (...given: Given) => unknown,
): (...given: Given) => boolean {
  const running = useRef<object>(null);
  const [ended, setEnded] = useState<object | null>(null);
  useLayoutEffect(() => {
    if (running.current === ended) running.current = null;
  }, [ended]);

  return (...given) => {
    if (running.current) return false;
    const current = {};
    running.current = current;
    const endTurn = () => setEnded(current);
    let outcome: unknown;
    try {
      outcome = run(...given);
    } finally {
      if (outcome instanceof Promise) void outcome.finally(endTurn);
      else endTurn();
    }
    return true;
  };
}
