import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { workQueue } from './work-queue.ts';

const limits = { atOnce: 2, full: { waiting: 3, message: 'Too much', retryAfter: 2 } };

test('runs a few at once, the others in order, and refuses work when the queue is full', async () => {
  const run = workQueue(limits);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = Array.from({ length: 7 }, (_, number) =>
    run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    }).catch((error: Error) => error.message),
  );
  await turn();
  expect(begun).toEqual([0, 1]);

  for (let done = 0; done < 5; done += 1) {
    ends[done]?.();
    await turn();
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 'Too much', 'Too much']);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('failed work gives its place to the next', async () => {
  const run = workQueue({ ...limits, atOnce: 1 });
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  await expect(run(() => Promise.reject(new Error('broken again')))).rejects.toThrow();
  expect(await run(async () => 'still open')).toBe('still open');
});
