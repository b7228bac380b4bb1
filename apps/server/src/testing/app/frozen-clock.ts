import { afterEach, beforeEach, vi } from 'vitest';

/** The clock moves only by `t.wait`. On a busy machine no window or pause ends too early. */
export function freezeClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
}
