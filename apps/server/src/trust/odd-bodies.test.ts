import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { everyCall, requestOf } from '../testing/every-call.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  ({ token } = await t.signIn());
});
afterAll(() => t.close());

/** An unhandled rejection would end the process. */
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
beforeAll(() => {
  process.on('unhandledRejection', remember);
});
afterAll(() => {
  process.off('unhandledRejection', remember);
});
afterEach(() => {
  unhandled.length = 0;
});

const odd = [undefined, 'null', 'true', '1', '"text"', '[]', '[null]', '{}', '{"__proto__":1}', '{', ''];

test.each(everyCall.filter(({ method }) => method !== 'GET'))(
  '$method $name answers every kind of body, and the process lives on',
  async (call) => {
    const { method, url } = requestOf(call, { params: { id: 1, txRef: 'a' } });
    for (const payload of odd) {
      const answer = await t.app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && { payload }),
      });
      expect(call.statuses, `${payload}: ${answer.body}`).toContain(answer.statusCode);
      expect(answer.statusCode, `${payload}: ${answer.body}`).toBeLessThan(500);
      if (answer.statusCode === 401) ({ token } = await t.signIn());
    }
    // Node reports a rejection after the turn in which it happens.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  },
);
