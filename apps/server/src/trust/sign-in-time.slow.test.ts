import { afterAll, beforeAll, expect, test } from 'vitest';
import { costlyPasswordHash, officeEmail, type TestApp, testApp } from '../testing/test-app.ts';

const TRIES = 200;
/** A visitor cannot tell less through a network. */
const DIFFERENCE_MS = 5;
const RESETS_AT_ONCE = 10;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.signIn(officeEmail, costlyPasswordHash());
});
afterAll(() => t.close());

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
    // otherwise the limits would answer
    await t.db.orm.em.fork().execute('delete from wrong_tries');
    return post(url, { email, password: 'a wrong test phrase' });
  };
  for (let at = 0; at < 5; at += 1) await attempt(unknown(at));
  for (let at = 0; at < TRIES; at += 1) {
    // in turn, so that other work on the machine slows both
    tries.known.push(await attempt(known()));
    tries.unknown.push(await attempt(unknown(at)));
  }
  expect(said(tries.known, known)).toEqual(said(tries.unknown, unknown));
  console.info(`sign-in: ${median(tries.known).toFixed(1)} and ${median(tries.unknown).toFixed(1)} ms`);
  expect(Math.abs(median(tries.known) - median(tries.unknown))).toBeLessThan(DIFFERENCE_MS);
});

test('asking for a new password takes as long and says the same for a known and an unknown address', async () => {
  const tries: { known: Tried[]; unknown: Tried[] } = { known: [], unknown: [] };
  const ask = (email: string) => post('/api/trpc/auth.requestReset', { email });
  for (let at = 0; at < TRIES; at += RESETS_AT_ONCE) {
    const pairs = Array.from({ length: RESETS_AT_ONCE }, (_, next) => at + next);
    await Promise.all(
      pairs.map(async (each) => {
        const first = await Promise.all([ask(known()), ask(unknown(each))]);
        tries.known[each] = first[0];
        tries.unknown[each] = first[1];
      }),
    );
  }
  expect(said(tries.known, known)).toEqual(said(tries.unknown, unknown));
  console.info(`reset: ${median(tries.known).toFixed(1)} and ${median(tries.unknown).toFixed(1)} ms`);
  expect(Math.abs(median(tries.known) - median(tries.unknown))).toBeLessThan(DIFFERENCE_MS);
});
