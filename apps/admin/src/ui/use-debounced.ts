import { useEffect, useState } from 'react';

const TYPING_MS = 200;

/** The value once it has stayed the same for a while, by default until typing has paused. */
export function useDebounced<Value>(value: Value, pauseMs = TYPING_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
