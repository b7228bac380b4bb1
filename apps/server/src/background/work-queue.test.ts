import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { makeWorkAfterAnswer, makeWorkQueue } from './work-queue.ts';

const refusal = () => new AppError('UNAVAILABLE', 'Too much');
const limits = { atOnce: 2, waiting: 3, longestMs: 1000, refusal };

/** Ended work gives its place to the next in the turn that follows. */
const turn = async () => {
  await nextTurn();
  await nextTurn();
};

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

function work() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ends,
    piece: (number: number) => async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    },
  };
}

test('runs a few at once, the others in order, and refuses work when the queue is full', async () => {
  const { run } = makeWorkQueue(limits);
  const { begun, ends, piece } = work();
  const all = Array.from({ length: 7 }, (_, number) => run(piece(number)).catch(({ message }) => message));
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
  const { run } = makeWorkQueue({ ...limits, atOnce: 1 });
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  await expect(run(() => Promise.reject(new Error('broken again')))).rejects.toThrow();
  expect(await run(async () => 'still open')).toBe('still open');
});

test('refuses what has waited too long, and only that', async () => {
  const { run } = makeWorkQueue({ ...limits, atOnce: 1 });
  const { ends, piece } = work();
  const first = run(piece(0));
  const early = run(piece(1)).catch(({ message }) => message);
  vi.advanceTimersByTime(750);
  const late = run(piece(2));
  vi.advanceTimersByTime(250);
  expect(await early).toBe('Too much');
  ends[0]?.();
  expect(await first).toBe(0);
  await turn();
  ends[1]?.();
  expect(await late).toBe(2);
});

test('skips work for which nobody waits any more', async () => {
  const { take } = makeWorkQueue({ ...limits, atOnce: 1 });
  const end = await take();
  const gone = take({ isGone: () => true });
  const next = take();
  end();
  end();
  await expect(gone).rejects.toThrow('Nobody waits');
  (await next)();
  expect(await take()).toBeTypeOf('function');
});

test('a close waits for the work that goes on after an answer', async () => {
  const log = { error: vi.fn() };
  const { add, close } = makeWorkAfterAnswer(log);
  const { begun, ends, piece } = work();
  add('ann', piece(0));
  add('ann', piece(1));
  add('eve', piece(2));
  await turn();
  const closed = vi.fn();
  const closing = close().then(closed);
  ends[0]?.();
  await turn();
  expect(begun).toEqual([0, 2]);
  expect(closed).not.toHaveBeenCalled();
  ends[1]?.();
  await closing;
  expect(log.error).not.toHaveBeenCalled();
});

test('groups take turns, and the work of each stays in order', async () => {
  const { take } = makeWorkQueue({ atOnce: 1 });
  const begun: string[] = [];
  const ask = async (group: string, name: string) => {
    const end = await take({ group });
    begun.push(name);
    end();
  };
  const end = await take({ group: 'many' });
  const asked = ['many 1', 'many 2', 'many 3', 'few 1', 'one 1', 'few 2'].map((name) =>
    ask(name.slice(0, -2), name),
  );
  end();
  await Promise.all(asked);
  expect(begun).toEqual(['many 1', 'few 1', 'one 1', 'many 2', 'few 2', 'many 3']);
});

test('in a full queue the largest group loses its last work to a smaller one', async () => {
  const { take } = makeWorkQueue({ ...limits, atOnce: 1 });
  const end = await take({ group: 'many' });
  const ended: string[] = [];
  const ask = (group: string, name: string) =>
    take({ group }).then(
      (leave) => {
        ended.push(name);
        leave();
      },
      () => ended.push(`${name} refused`),
    );
  const asked = ['many 1', 'many 2', 'many 3', 'many 4', 'few 1', 'few 2', 'few 3'].map((name) =>
    ask(name.slice(0, -2), name),
  );
  await turn();
  expect(ended.toSorted()).toEqual(['few 3 refused', 'many 2 refused', 'many 3 refused', 'many 4 refused']);
  end();
  await Promise.all(asked);
  expect(ended.slice(4)).toEqual(['many 1', 'few 1', 'few 2']);
});

test('one piece of work begins in each turn of the event loop', async () => {
  const { take } = makeWorkQueue({ atOnce: 3 });
  let begun = 0;
  const asked = Array.from({ length: 6 }, async () => {
    const end = await take();
    begun += 1;
    end();
  });
  const seen: number[] = [];
  for (let turns = 0; turns < 5; turns += 1) {
    await nextTurn();
    seen.push(begun);
  }
  expect(seen).toEqual([2, 3, 4, 5, 6]);
  await Promise.all(asked);
});

test('one group never has all places, and takes the next as soon as it leaves one', async () => {
  const { take } = makeWorkQueue({ atOnce: 3, atOnceEach: 2 });
  const begun: string[] = [];
  const ask = async (group: string) => {
    const end = await take({ group });
    begun.push(group);
    return end;
  };
  const [first, , third] = ['many', 'many', 'many'].map(ask);
  await turn();
  expect(begun).toEqual(['many', 'many']);
  await ask('few');
  expect(begun).toEqual(['many', 'many', 'few']);
  (await first)?.();
  await third;
  expect(begun).toEqual(['many', 'many', 'few', 'many']);
});
