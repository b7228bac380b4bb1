import type { FeeStatement } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readData, requireSuccess } from '../testing/app/answers.ts';
import { makeFormPost, startFormSite } from '../testing/app/form-site.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { serveFeeForms } from './fee-forms.ts';

const PHONE = `+${place.callingCode} 700 000 000`;
const t = await useTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
let student: { id: number; reference: string };
const { site, send, last } = await startFormSite(t, [serveFeeForms]);
student = await t.given.student({ phone: PHONE });
afterAll(() => site.close());
beforeEach(() => {
  last.posted = undefined;
});

let visitor = 1;
const show = (fields: Record<string, string>, ip = `203.0.113.${visitor++}`) =>
  send(makeFormPost('/fees', fields, { remoteAddress: ip }));

test.each([
  ['the reference', ({ reference }: typeof student) => reference.toLowerCase().replaceAll('-', ' ')],
  ['the pay code', ({ id }: typeof student) => ` ${payCode(id)} `],
])('%s and the phone show the statement, which nobody keeps', async (_, write) => {
  const { statusCode, headers } = await show({ code: write(student), phone: '0700 000000' });
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(last.posted).toMatchObject({ path: '/fees', message: '', faults: [] });
  expect(last.posted?.answer).toMatchObject({
    reference: student.reference,
    balance: 900_000,
    charges: [{ label: 'Fee' }],
  });
});

test('a guesser is stopped, by statements and payments, reference and pay code together', async () => {
  const ip = '198.51.100.7';
  const { id, reference } = student;
  for (let n = 0; n < 10; n += 1) {
    const guess = { code: n % 3 ? reference : payCode(id), phone: `0700 333 3${n}0` };
    expect((await show(n % 2 ? guess : { ...guess, amount: '500' }, ip)).statusCode).toBe(404);
  }
  expect((await show({ code: payCode(id), phone: PHONE }, ip)).statusCode).toBe(429);
  const right = await show({ code: reference, phone: PHONE }, ip);
  expect(right.statusCode).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  expect(last.posted?.answer).toBeUndefined();
  // Whoever has the phone is not kept out by tries of others
  expect((await show({ code: reference, phone: PHONE })).statusCode).toBe(200);
});

test('sixty wrong tries of a network, at statements and payments, refuse nobody else there', async () => {
  const extraHeaders = { 'x-forwarded-for': '198.51.100.9' };
  const { statement, pay } = t.visitor.api.fees;
  const phone = `+${place.callingCode} 700 888 888`;
  const { reference } = await t.given.student({ phone });
  const payer = { reference, phone };
  for (let n = 0; n < 60; n += 1) {
    const wrong = { reference: `REG-2020-${100_000 + n}`, phone: `0701 ${100_000 + n}` };
    const tried =
      n % 2
        ? statement({ body: wrong, extraHeaders })
        : pay({ body: { ...wrong, amount: 500 }, extraHeaders });
    expect((await tried).status).toBe(404);
  }
  expect((await statement({ body: payer, extraHeaders })).status).toBe(200);
  expect((await pay({ body: { ...payer, amount: 500 }, extraHeaders })).status).toBe(201);
  const replica = await t.openReplica();
  const elsewhere = await replica.inject({
    method: 'POST',
    url: '/api/v1/fees/statements',
    headers: extraHeaders,
    payload: payer,
  });
  expect(elsewhere.statusCode).toBe(200);
});

test('one phone starts at most 30 payments a minute from a network, and another one still does', async () => {
  const extraHeaders = { 'x-forwarded-for': '198.51.100.10' };
  const one = await t.given.student({ phone: `+${place.callingCode} 700 666 666` });
  const other = await t.given.student({ phone: `+${place.callingCode} 700 777 777` });
  const start = (reference: string, phone: string) =>
    t.visitor.api.fees.pay({ body: { reference, phone, amount: 500 }, extraHeaders });
  for (let n = 0; n < 30; n += 1)
    expect((await start(one.reference, `+${place.callingCode} 700 666 666`)).status).toBe(201);
  expect((await start(one.reference, '0700 666666')).status).toBe(429);
  expect((await start(other.reference, '0700 777 777')).status).toBe(201);
});

test('an instalment is paid on the provider’s page, which leads back to the payment', async () => {
  const paying = { code: payCode(student.id), phone: PHONE, amount: '250,000' };
  const { statusCode, headers } = await show(paying);
  expect(statusCode).toBe(303);
  const link = new URL(String(headers.location));
  const txRef = link.searchParams.get('tx_ref') ?? '';

  const page = await t.app.inject({ url: link.pathname + link.search });
  expect(page.payload).toContain(`Test payment of ${place.currency} 250,000`);
  expect(page.payload).toContain(`<a href="/fees/${txRef}">Close</a>`);
  const pressed = makeFormPost(link.pathname, [...link.searchParams, ['outcome', 'pay']]);
  const paid = await t.app.inject(pressed);
  expect([paid.statusCode, paid.headers.location]).toEqual([
    303,
    `/fees/${txRef}?status=successful&tx_ref=${txRef}`,
  ]);
  expect(await readData(t.visitor.api.fees.payment({ params: { txRef } }))).toMatchObject({
    state: 'received',
    amount: 250_000,
    isTest: true,
    receiptNumber: expect.stringMatching(/^TEST-/),
  });
  await show({ code: student.reference, phone: PHONE });
  expect(last.posted?.answer as FeeStatement).toMatchObject({
    balance: 900_000,
    payments: [{ amount: 250_000, isTest: true }],
  });
});

test('the sandbox leads back to no other page', async () => {
  for (const back of ['https://evil.example', '//evil.example', '/admin', '/fees/a/b']) {
    const query = new URLSearchParams({ tx_ref: 'a', amount: '5', currency: place.currency, back });
    expect((await t.app.inject(`/sandbox/pay?${query}`)).statusCode).toBe(400);
  }
});

test('a refused amount shows the statement again, and why', async () => {
  const message = `A whole amount in ${place.currency}`;
  const fields = { code: student.reference, phone: PHONE, amount: 'much' };
  expect((await show(fields)).statusCode).toBe(400);
  expect(last.posted).toMatchObject({ values: fields, message, faults: [{ path: 'amount', message }] });
  expect(last.posted?.answer).toMatchObject({ reference: student.reference });
});

test('who sits in the trash is unknown', async () => {
  await requireSuccess(t.office.api.registrations.remove({ params: { id: student.id } }));
  expect((await show({ code: student.reference, phone: PHONE })).statusCode).toBe(404);
});
