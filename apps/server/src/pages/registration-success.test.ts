import type { Posted } from '@institute/contract/page-bundle';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueRequests, requestLimits } from '../http/request-queue.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { plainForms } from './plain-forms.ts';
import { registrationSuccess, sealedSuccessPath } from './registration-success.ts';

let t: TestApp;
let site: FastifyInstance;
let shown: Posted[];
let fields: Record<string, string>;
const start = Date.now();
let now = start;
beforeAll(async () => {
  t = await testApp();
  site = fastify();
  queueRequests(site, requestLimits);
  site.addHook('onRequest', async (request) => {
    request.ctx = { ...t.jobContext(), now: () => new Date(now) };
  });
  const options = {
    app: t.app,
    config: t.config,
    renderer: {
      pageParameters: [],
      locate: (path: string) => path,
      pattern: () => [],
      render: async (_: Request, { posted }: { posted?: Posted }) => {
        shown = posted ? [posted] : [];
        return new Response('<p>Thank you</p>');
      },
    },
  };
  await site.register(plainForms, options);
  await site.register(registrationSuccess, options);
  const { id } = await t.given.program();
  fields = {
    firstName: 'Ruth',
    lastName: 'Akello',
    email: 'ruth@example.org',
    phone: '0700 000 321',
    programId: String(id),
    consent: 'true',
  };
});
afterAll(async () => {
  await site.close();
  await t.close();
});

const send = (values: Record<string, string>) =>
  site.inject({
    method: 'POST',
    url: '/registration',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(values).toString(),
  });
async function success(cookie: string) {
  const { headers } = await site.inject({ url: '/registration-success', headers: { cookie } });
  return { reference: shown[0]?.values.reference, caching: headers['cache-control'] };
}
async function register(values: Record<string, string>) {
  const { statusCode, cookies } = await send(values);
  expect(statusCode).toBe(303);
  return cookies.map(({ name, value }) => `${name}=${value}`).join();
}

test('two equal forms make one registration, and both lead to its reference', async () => {
  const first = await success(await register(fields));
  const second = await success(await register(fields));
  const other = await success(await register({ ...fields, firstName: 'Rose' }));
  expect(first).toEqual({
    reference: expect.stringMatching(/^REG-\d{4}-\d{6}$/),
    caching: 'private, no-store',
  });
  expect(second).toEqual(first);
  expect(other.reference).not.toBe(first.reference);
  const { total } = await t.office.admin.registrations.list.query({ q: 'ruth@example.org' });
  expect(total).toBe(2);
});

test('the reference is shown for ten minutes, and only with its own cookie', async () => {
  const cookie = await register({ ...fields, firstName: 'Late' });
  expect((await success(`${cookie}x`)).reference).toBeUndefined();
  expect((await success('')).reference).toBeUndefined();
  now = start + 9 * 60_000;
  expect((await success(cookie)).reference).toBeDefined();
  now = start + 11 * 60_000;
  expect((await success(cookie)).reference).toBeUndefined();
});

test('the address that stands in for a cookie shows the reference once to whoever follows it within a minute', async () => {
  const ctx = { config: t.config, now: () => new Date(now) };
  const path = sealedSuccessPath(ctx, 'REG-2026-000042');
  expect(decodeURIComponent(path)).not.toContain('000042');
  const follow = (url: string) => site.inject({ url });
  const { statusCode, headers, cookies } = await follow(path);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    303,
    '/registration-success',
    'no-store',
  ]);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join();
  expect(await success(cookie)).toMatchObject({ reference: 'REG-2026-000042' });

  expect((await follow(path.slice(0, -3))).cookies).toEqual([]);
  now += 61_000;
  expect((await follow(path)).cookies).toEqual([]);
  now = start;
});
