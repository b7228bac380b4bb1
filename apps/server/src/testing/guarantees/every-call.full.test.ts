import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { everyContent } from '../app/content-samples.ts';
import { useTestApp } from '../app/test-app.ts';
import { makeAny } from '../histories/arbitrary.ts';
import { type Call, everyCall, type Input, toRequest } from './every-call.ts';

/** Tries of each call. `FUZZ_CASES=500 npx vitest run src/testing/guarantees` tries more and takes many minutes. */
const cases = Number(process.env.FUZZ_CASES ?? 4);
/** Fixed without FUZZ_CASES, so that the inputs stay the same. A failure names its seed. */
const seed = process.env.FUZZ_CASES ? Date.now() % 2 ** 31 : 1;
const slowCases = Math.ceil(cases / 5);
/** Calls that hash a password or wait. */
const slow = [
  'session.login',
  'session.signup',
  'auth.requestReset',
  'account.changePassword',
  'account.confirmPassword',
];
const leaked = /syntax error|relation "|column "|constraint|pg_catalog|at character/i;
const brokenBodies = [undefined, '', '{', '{"__proto__":1}'];

const inputOf = ({ input }: Call): fc.Arbitrary<Input> =>
  fc.record(Object.fromEntries(Object.entries(input).map(([part, schema]) => [part, makeAny(schema)])));

/** Deletions come last, because other calls need the rows. */
const isDeletion = ({ name }: Call) => /remove|purge|setActive/.test(name);
const ordered = [...everyCall].sort((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));

const succeeded = new Set<string>();
/** Each would end the process. */
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', remember);
const t = await useTestApp();
let { token } = await t.signIn();
// Some texts call this function; a rollback does not turn a sequence back
await t.sql('create sequence injections');
await t.sql(
  `create function injected() returns text language sql as $$ select nextval('injections')::text $$`,
);
for (const { resource, full } of everyContent) await t.given.content(resource, full);
await t.given.registration();
await t.given.message();
await t.given.donation();
await t.office.admin.newsletter.campaigns.create.mutate({ subject: 'News', body: 'Text' });
afterAll(() => process.off('unhandledRejection', remember));

type Request = Pick<ReturnType<typeof toRequest>, 'method' | 'url'> & {
  headers?: Record<string, string>;
  payload?: string;
};

/** Signs in again when a case has ended the office's session. */
async function ask(request: Request, again = true) {
  const answer = await t.app.inject({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  });
  if (answer.statusCode !== 401 || !again) return answer;
  ({ token } = await t.signIn());
  return ask(request, false);
}

async function expectAnswer(call: Call, request: Request): Promise<void> {
  const { statusCode, body } = await ask(request);
  if (statusCode < 300) succeeded.add(call.name);
  expect(call.statuses, body.slice(0, 500)).toContain(statusCode);
  expect(statusCode, body.slice(0, 500)).toBeLessThan(500);
  if (statusCode >= 400) expect(body).not.toMatch(leaked);
}

describe.each(ordered)('$method $name', (call) => {
  test('answers any input with a status of the contract, and the process lives on', async () => {
    const numRuns = slow.includes(call.name) ? slowCases : cases;
    await fc.assert(
      fc.asyncProperty(inputOf(call), (input) => expectAnswer(call, toRequest(call, input))),
      { numRuns, seed, includeErrorInReport: true, endOnFailure: true },
    );
    const { method, url } = toRequest(call, { params: { id: 1, txRef: 'a' } });
    for (const payload of method === 'GET' ? [] : brokenBodies) {
      const headers = { 'content-type': 'application/json' };
      await expectAnswer(call, { method, url, ...(payload !== undefined && { headers, payload }) });
    }
    // Node reports a rejection after the turn in which it happens
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });
});

test('many calls also succeeded with some input', () => {
  expect(succeeded.size).toBeGreaterThan(ordered.length / 3);
});

test('no input has become a part of a statement', async () => {
  expect(await t.sql('select is_called from injections')).toEqual([{ is_called: false }]);
});

test('after all of it the owner and the registrations are still there', async () => {
  const sql = 'select count(*)::int as owners from accounts where is_owner';
  expect(await t.sql(sql)).toEqual([{ owners: 1 }]);
  expect((await ask({ method: 'GET', url: '/api/v1/registrations' })).statusCode).toBe(200);
});
