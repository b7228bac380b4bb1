import { afterAll, vi } from 'vitest';

/** Test files share a process, so none leaves its fakes to the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
