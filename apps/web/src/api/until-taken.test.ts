import { ApiFailure } from '@institute/client/failure';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callUntilAccepted } from './until-taken.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusal = (status: number, retryAfter?: number) =>
  new ApiFailure(status, { code: 'UNAVAILABLE', message: 'Busy', retryAfter });

test.each([429, 503])('makes a call that was refused with %d again after the named time', async (status) => {
  const told: boolean[] = [];
  const call = vi.fn().mockRejectedValueOnce(refusal(status, 7)).mockResolvedValue('taken');
  const answer = callUntilAccepted(call, (isBusy) => told.push(isBusy));
  await vi.advanceTimersByTimeAsync(6999);
  expect([call.mock.calls.length, told]).toEqual([1, [true]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await answer, call.mock.calls.length, told]).toEqual(['taken', 2, [true, false]]);
});

test('gives up after two minutes, and where the server asks for a longer time', async () => {
  const call = vi.fn().mockRejectedValue(refusal(503));
  const answer = callUntilAccepted(call, () => undefined).catch(({ message }) => message);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([await answer, call.mock.calls.length]).toEqual(['Busy', 25]);
  await expect(
    callUntilAccepted(
      () => Promise.reject(refusal(429, 600)),
      () => undefined,
    ),
  ).rejects.toThrow('Busy');
});

test('any other failure is final', async () => {
  await expect(
    callUntilAccepted(
      () => Promise.reject(refusal(500)),
      () => undefined,
    ),
  ).rejects.toThrow('Busy');
});
