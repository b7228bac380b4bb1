import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_MS } from './toast.ts';
import { toastClock } from './toast-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function clock() {
  const gone: (string | number)[] = [];
  return { gone, ...toastClock((id) => gone.push(id)) };
}

test('takes a toast away after four seconds', () => {
  const { gone, start } = clock();
  start('a');

  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(gone).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(gone).toEqual(['a']);
});

test('goes on with what was left after a hold, for every toast by itself', () => {
  const { gone, start, hold } = clock();
  start('a');
  vi.advanceTimersByTime(3000);
  start('b');
  hold('hover', true);
  vi.advanceTimersByTime(60_000);
  expect(gone).toEqual([]);

  hold('hover', false);
  vi.advanceTimersByTime(1000);
  expect(gone).toEqual(['a']);
  vi.advanceTimersByTime(3000);
  expect(gone).toEqual(['a', 'b']);
});

test('stands still until the last reason to hold has ended', () => {
  const { gone, start, hold } = clock();
  hold('hover', true);
  start('a');
  hold('focus', true);
  hold('hover', false);
  vi.advanceTimersByTime(60_000);
  expect(gone).toEqual([]);

  hold('focus', false);
  vi.advanceTimersByTime(TOAST_MS);
  expect(gone).toEqual(['a']);
});

test('forgets a toast that was closed by hand', () => {
  const { gone, start, forget } = clock();
  start('a');
  forget('a');
  vi.advanceTimersByTime(TOAST_MS);

  expect(gone).toEqual([]);
});
