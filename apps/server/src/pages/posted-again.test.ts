import { STEP_FIELD } from '@institute/contract/registration-fields.constants';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { servePlainForms } from '../no-script-forms/plain-forms.ts';
import { makeFormPost, startFormSite } from '../testing/app/form-site.ts';
import { useTestApp } from '../testing/app/test-app.ts';

const t = await useTestApp();
const start = Date.now();
let now = start;
const { site, last } = await startFormSite(t, [servePlainForms], () => ({ now: () => new Date(now) }));
afterAll(() => site.close());
beforeEach(() => {
  now = start;
  last.posted = undefined;
});

const refused = { email: 'ann at example' };
const post = (url: string, values: Record<string, string>) => site.inject(makeFormPost(url, values));
const readCookie = ({ cookies }: LightMyRequestResponse) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
const open = (url: unknown, cookie = '') => site.inject({ url: String(url), headers: { cookie } });

test('a refused form leads to a page that shows it, in a cookie which nobody can read', async () => {
  const answer = await post('/newsletter', refused);
  expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
    303,
    '/newsletter?again=0',
    'private, no-store',
  ]);
  expect(answer.cookies).toMatchObject([
    { path: '/newsletter', httpOnly: true, sameSite: 'Strict', maxAge: 600 },
  ]);
  expect(Buffer.from(answer.cookies[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain('ann');
  // Twice, since Back and a reload ask for it again
  for (let time = 0; time < 2; time += 1) {
    last.posted = undefined;
    const page = await open(answer.headers.location, readCookie(answer));
    expect([page.statusCode, page.headers['cache-control']]).toEqual([400, 'private, no-store']);
    expect(last.posted).toMatchObject({ values: refused, faults: [{ path: 'email' }] });
  }
});

test('Back shows the earlier step with what was typed since', async () => {
  const first = await post('/registration', { firstName: 'Ann', [STEP_FIELD]: '1' });
  const second = await post('/registration', { firstName: 'Ann', lastName: 'Auma', [STEP_FIELD]: '2' });
  expect(second.headers.location).toBe('/registration?again=2');
  await open(first.headers.location, readCookie(second));
  expect(last.posted).toMatchObject({
    values: { firstName: 'Ann', lastName: 'Auma', [STEP_FIELD]: '1' },
    message: '',
  });
});

test.each([
  ['without its cookie', '/newsletter', 0],
  ['on another page', '/donations', 0],
  ['after ten minutes', '/newsletter', 601_000],
])('%s nothing is shown, and the page says why', async (how, path, laterMs) => {
  const cookie = readCookie(await post('/newsletter', refused));
  now += laterMs;
  const { statusCode } = await open(`${path}?again=0`, how === 'without its cookie' ? '' : cookie);
  expect(statusCode).toBe(200);
  expect(last.posted).toMatchObject({
    values: {},
    message: expect.stringContaining('Go back one page to find what you typed.'),
  });
});

test('the page without the question shows nothing of it', async () => {
  const answer = await post('/newsletter', refused);
  await open('/newsletter', readCookie(answer));
  expect(last.posted).toBeUndefined();
});

test('a form that is too long for a cookie is shown at once', async () => {
  const allergies = 'word '.repeat(900).trim();
  const answer = await post('/registration', { allergies });
  expect([answer.statusCode, answer.cookies]).toEqual([400, []]);
  expect(last.posted?.values).toMatchObject({ allergies });
});

test('a program, which keeps no cookies, gets the page at once', async () => {
  const headers = { 'sec-fetch-mode': 'cors' };
  const answer = await site.inject(makeFormPost('/newsletter', refused, { headers }));
  expect([answer.statusCode, answer.cookies]).toEqual([400, []]);
  expect(last.posted).toMatchObject({ values: refused, faults: [{ path: 'email' }] });
});

test('a form that is sent takes the cookie away', async () => {
  const cookie = readCookie(await post('/newsletter', refused));
  const right = { email: 'ann@example.org' };
  const sent = await site.inject(makeFormPost('/newsletter', right, { headers: { cookie } }));
  expect(sent.headers.location).toBe('/newsletter?sent=1');
  expect(sent.cookies).toMatchObject([{ value: '', path: '/newsletter', maxAge: 0 }]);
});
