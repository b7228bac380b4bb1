import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Wraps `run`, so that it does not start again before it has ended and React has rendered its outcome. A
 * second press may come before the first one shows. The returned function returns false for such a press.
 */
export function useOneAtATime<Given extends unknown[]>(
  run: (...given: Given) => unknown,
): (...given: Given) => boolean {
  const runningCall = useRef<object>(null);
  const [ended, setEnded] = useState<object | null>(null);
  useLayoutEffect(() => {
    if (runningCall.current === ended) runningCall.current = null;
  }, [ended]);

  return (...given) => {
    if (runningCall.current) return false;
    const currentCall = {};
    runningCall.current = currentCall;
    const endTurn = () => setEnded(currentCall);
    let callOutcome: unknown;
    try {
      callOutcome = run(...given);
    } finally {
      if (callOutcome instanceof Promise) void callOutcome.finally(endTurn);
      else endTurn();
    }
    return true;
  };
}
