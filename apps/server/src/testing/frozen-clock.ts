import { afterEach, beforeEach, vi } from 'vitest';

/** The clock moves only by `t.wait`, so that a window or a pause does not end because the machine is busy. */
export function freezeClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
}
