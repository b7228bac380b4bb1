import { beforeAll, expect, test } from 'vitest';
import { costlyPasswordHash, officeEmail, useTestApp } from '../testing/test-app.ts';

const TRIES = 20;
/** Share of the time for an unknown address. A check that is skipped for one kind makes it ten times as fast. */
const DIFFERENCE = 0.5;

const t = useTestApp();
beforeAll(async () => {
  await t.signIn(officeEmail, costlyPasswordHash());
});

interface Tried {
  ms: number;
  status: number;
  body: string;
}

async function post(url: string, payload: object): Promise<Tried> {
  const startedAt = performance.now();
  const { statusCode: status, body } = await t.app.inject({ method: 'POST', url, payload });
  return { ms: performance.now() - startedAt, status, body };
}

const median = (tries: Tried[]) => tries.map(({ ms }) => ms).sort((a, b) => a - b)[tries.length / 2] ?? 0;
const differenceOf = ({ known, unknown }: { known: Tried[]; unknown: Tried[] }) =>
  Math.abs(median(known) / median(unknown) - 1);
const said = (tries: Tried[], email: (at: number) => string) =>
  new Set(
    tries.map(({ status, body }, at) =>
      `${status} ${body}`.replace(/[\da-f-]{36}/, 'id').replace(email(at), 'email'),
    ),
  );
const known = () => officeEmail;
const unknown = (at: number) => `stranger${at}@example.org`;

test('signing in takes as long and says the same for a known and an unknown address', async () => {
  const tries: { known: Tried[]; unknown: Tried[] } = { known: [], unknown: [] };
  const url = '/api/v1/admin/login';
  const attempt = async (email: string) => {
    // Otherwise the rate limits would answer.
    await t.sql('delete from wrong_tries');
    return post(url, { email, password: 'a wrong test phrase' });
  };
  for (let at = 0; at < 5; at += 1) await attempt(unknown(at));
  for (let at = 0; at < TRIES; at += 1) {
    // Alternate, so that other work on the machine slows both.
    tries.known.push(await attempt(known()));
    tries.unknown.push(await attempt(unknown(at)));
  }
  expect(said(tries.known, known)).toEqual(said(tries.unknown, unknown));
  expect(differenceOf(tries)).toBeLessThan(DIFFERENCE);
});

test.each([
  ['alone', 1],
  ['in batches', 20],
])(
  'asking for a new password takes as long and says the same for a known and an unknown address, %s',
  async (_, atOnce) => {
    // An account gets one email in five minutes, so every try needs its own.
    const staff = (at: number) => `staff${at}@example.org`;
    for (let at = 0; at < TRIES; at += 1) await t.signIn(staff(at));
    t.wait(5 * 60_000);

    const tries: { known: Tried[]; unknown: Tried[] } = { known: [], unknown: [] };
    const calls = Array.from({ length: TRIES }, (_, at) => [
      async () => {
        tries.known[at] = await post('/api/trpc/auth.requestReset', { email: staff(at) });
      },
      async () => {
        tries.unknown[at] = await post('/api/trpc/auth.requestReset', { email: unknown(at) });
      },
    ]).flat();
    for (let at = 0; at < calls.length; at += atOnce) {
      await Promise.all(calls.slice(at, at + atOnce).map((call) => call()));
    }
    expect(said(tries.known, staff)).toEqual(said(tries.unknown, unknown));
    expect(differenceOf(tries)).toBeLessThan(DIFFERENCE);
  },
);
