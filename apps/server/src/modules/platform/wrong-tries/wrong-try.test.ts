import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { freezeClock } from '../../../testing/app/frozen-clock.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import {
  countFailures,
  guardTries,
  purgeWrongTries,
  type WrongTryRule,
  wrongTryRules,
} from './wrong-try.service.ts';

freezeClock();
/** A tenth of each limit. */
const t = await useTestApp({ RATE_LIMIT_FACTOR: '0.1' });
const countFree = (rule: WrongTryRule) => Math.max(1, Math.round(wrongTryRules[rule].free / 10));

/** A context of its own for each try, as another process or one that has started again has it. */
const check = (rule: WrongTryRule, key: string, work: () => Promise<string>): Promise<string> =>
  guardTries(t.jobContext(t.now), [{ rule, key }], work, () => true).catch(({ code }: AppError) => code);
const attempt = (rule: WrongTryRule, key: string, isRight: boolean) =>
  check(rule, key, async () => {
    if (!isRight) throw new AppError('NOT_FOUND', 'There is no such thing.');
    return 'right';
  });
const guess = async (rule: WrongTryRule, key: string, times: number) => {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push(await attempt(rule, key, false));
  return answers;
};
const rules = Object.keys(wrongTryRules) as WrongTryRule[];

test.each(rules)(
  '“%s” refuses after its free tries, one key, for its time, whoever counted',
  async (rule) => {
    const { countedMs } = wrongTryRules[rule];
    const free = countFree(rule);
    const key = `ann@example.org of ${rule}`;
    const other = 'bo@example.org';
    expect(await attempt(rule, key, true)).toBe('right');
    expect(await guess(rule, key, free)).toEqual(Array(free).fill('NOT_FOUND'));
    expect(await attempt(rule, key, true)).toBe('RATE_LIMITED');
    expect(await attempt(rule, other, true)).toBe('right');
    if (!('pauseMs' in wrongTryRules[rule])) {
      t.wait(countedMs - 1000);
      expect(await attempt(rule, key, true)).toBe('RATE_LIMITED');
    }
    t.wait(1000 + countedMs);
    expect(await attempt(rule, key, true)).toBe('right');
  },
);

test('a rule with pauses opens after each, which doubles, and never beyond the longest', async () => {
  const { pauseMs } = wrongTryRules['second factor'];
  await guess('second factor', 'cy', countFree('second factor'));
  for (const pause of [1, 2, 4, 8, 16, 30, 30].map((times) => times * pauseMs.first)) {
    t.wait(Math.min(pause, pauseMs.longest) - 1000);
    expect(await attempt('second factor', 'cy', true)).toBe('RATE_LIMITED');
    t.wait(1000);
    expect(await attempt('second factor', 'cy', false)).toBe('NOT_FOUND');
  }
});

test('of tries at once no more than the free ones are answered, and right ones do not count', async () => {
  const many = Array.from({ length: 40 });
  const right = await Promise.all(many.map(() => attempt('link', 'dan', true)));
  expect(new Set(right)).toEqual(new Set(['right']));
  const wrong = await Promise.all(many.map(() => attempt('link', 'dan', false)));
  expect(wrong.filter((answer) => answer === 'NOT_FOUND')).toHaveLength(countFree('link'));
});

test('a right try tells nothing when its key is closed meanwhile', async () => {
  const whileOthersGuess = async () => {
    await guess('session', 'fay', countFree('session'));
    return 'right';
  };
  expect(await check('session', 'fay', whileOthersGuess)).toBe('RATE_LIMITED');
});

test('a secret that nobody can guess is answered after any number of wrong tries', async () => {
  const watched = [{ rule: 'proof code from network', key: 'gil' }] as const;
  const count = (work: () => Promise<string>) =>
    countFailures(t.jobContext(t.now), watched, work, () => true).catch(({ code }: AppError) => code);
  const wrong = () =>
    count(async () => {
      throw new AppError('NOT_FOUND', 'There is no such thing.');
    });
  for (let n = 0; n < countFree('proof code from network'); n += 1) expect(await wrong()).toBe('NOT_FOUND');
  expect(await wrong()).toBe('RATE_LIMITED');
  expect(await count(async () => 'right')).toBe('right');
});

test('stored counts name nobody, and are deleted once they are over', async () => {
  await guess('account', 'eva@example.org 198.51.100.1', 3);
  const rows = () => t.sql('select * from wrong_tries');
  expect(JSON.stringify(await rows())).not.toMatch(/example|198\.51/);
  t.wait(24 * 60 * 60_000);
  await purgeWrongTries(t.jobContext(t.now));
  expect(await rows()).toEqual([]);
});
