import { afterAll, afterEach, expect, vi } from 'vitest';
import { drainFaults } from '../files/checked-rows.ts';
import { printLoggedErrors } from './logged-errors.ts';

afterEach(({ task }) => {
  printLoggedErrors(task.result?.state);
  expect(drainFaults(), 'rows that are not as `readRows` declares them').toEqual([]);
});

/** Test files share a process, so none leaves its fakes to the next. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from it what a hook uses
afterAll(({}, suite) => {
  // Errors without a test are of a hook, in which no test ran
  printLoggedErrors(suite.result?.state);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
