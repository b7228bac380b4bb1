import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { startWorker } from './worker.ts';

const LONG = 60_000;
const log = pino({ level: 'silent' });
const options = { log, failure: 'the turn failed', retryMs: 1 };

test('takes turns without a pause while there is work, then pauses', async () => {
  const pauses = [0, 0, LONG];
  const turn = vi.fn(async () => pauses.shift());
  const worker = startWorker({ ...options, turn });
  await expect.poll(() => turn).toHaveBeenCalledTimes(3);
  await worker.close();
  expect(turn).toHaveBeenCalledTimes(3);
});

test('continues after a failed turn', async () => {
  const turn = vi.fn(async () => {
    if (turn.mock.calls.length < 3) throw new Error('away');
    return undefined;
  });
  const worker = startWorker({ ...options, turn });
  await expect.poll(() => turn).toHaveBeenCalledTimes(3);
  await worker.close();
});

test('ends when a turn returns no pause', async () => {
  const turn = vi.fn(async () => undefined);
  const worker = startWorker({ ...options, turn });
  worker.wake();
  await worker.close();
  expect(turn).toHaveBeenCalledTimes(1);
});

test('wakes from a pause', async () => {
  const turn = vi.fn(async () => LONG);
  const worker = startWorker({ ...options, turn });
  await expect.poll(() => turn).toHaveBeenCalledTimes(1);
  worker.wake();
  await expect.poll(() => turn).toHaveBeenCalledTimes(2);
  await worker.close();
});

test('skips the next pause when it is woken during a turn', async () => {
  const turn = vi.fn(async () => LONG);
  const worker = startWorker({ ...options, turn });
  worker.wake();
  await expect.poll(() => turn).toHaveBeenCalledTimes(2);
  await worker.close();
});

test('closes after the current turn', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const closed = vi.fn();
  const worker = startWorker({ ...options, turn: () => promise });
  const closing = worker.close().then(closed);
  await Promise.resolve();
  expect(closed).not.toHaveBeenCalled();
  resolve(LONG);
  await closing;
});
