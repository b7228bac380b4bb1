import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyFor } from '../testing/arbitrary.ts';
import { everyContent } from '../testing/content-samples.ts';
import { type Call, everyCall, type Input, requestOf } from '../testing/every-call.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** Tries of each call. `FUZZ_CASES=500 npx vitest run src/trust` tries more and takes many minutes. */
const cases = Number(process.env.FUZZ_CASES ?? 10);
/** Fixed without FUZZ_CASES, so that the inputs stay the same. A failure names its seed. */
const seed = process.env.FUZZ_CASES ? Date.now() % 2 ** 31 : 1;
const slowCases = Math.ceil(cases / 5);
/** These hash a password or wait, so their time says nothing. */
const slow = [
  ...['session.login', 'session.signup', 'auth.requestReset'],
  ...['account.changePassword', 'account.confirmPassword'],
];

const inputOf = ({ input }: Call): fc.Arbitrary<Input> =>
  fc.record(Object.fromEntries(Object.entries(input).map(([part, schema]) => [part, anyFor(schema)])));

/** Deletions come last, because other calls need the rows. */
const isDeletion = ({ name }: Call) => /remove|purge|setActive/.test(name);
const ordered = [...everyCall].sort((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));

let t: TestApp;
let token: string;
const succeeded = new Set<string>();
beforeAll(async () => {
  t = await testApp();
  ({ token } = await t.signIn());
  for (const { resource, full } of everyContent) await t.given.content(resource, full);
  await t.given.registration();
  await t.given.message();
  await t.given.donation();
  await t.office.admin.newsletter.campaigns.create.mutate({ subject: 'News', body: 'Text' });
});
afterAll(() => t.close());

/** Signs in again when a case has ended the office's session. */
async function ask(call: Call, input: Input, again = true) {
  const request = requestOf(call, input);
  const answer = await t.app.inject({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  });
  if (answer.statusCode !== 401 || !again) return answer;
  ({ token } = await t.signIn());
  return ask(call, input, false);
}

describe.each(ordered)('$method $name', (call) => {
  test('answers any input with a status of the contract, never with a fault', async () => {
    await fc.assert(
      fc.asyncProperty(inputOf(call), async (input) => {
        const { statusCode, body } = await ask(call, input);
        if (statusCode < 300) succeeded.add(call.name);
        if (statusCode >= 500 || !call.statuses.includes(statusCode)) {
          throw new Error(`${statusCode} ${body.slice(0, 500)}`);
        }
      }),
      {
        numRuns: slow.includes(call.name) ? slowCases : cases,
        seed,
        includeErrorInReport: true,
        endOnFailure: true,
      },
    );
  });
});

test('many calls also succeeded with some input', () => {
  expect(succeeded.size).toBeGreaterThan(ordered.length / 3);
});
