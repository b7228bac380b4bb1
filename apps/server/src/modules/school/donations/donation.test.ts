import type { DonationInput } from '@institute/contract';
import { currencies, currencyCodes } from '@institute/contract/money';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeEmail } from '../../../composition/messages.ts';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import {
  NOTICE_SECRET,
  unknownPayment,
  usePaymentStandIn,
  writeVerifiedBody,
} from '../../../testing/app/payment-stand-in.ts';
import { donation } from '../../../testing/app/sample-bodies.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { donationPayments } from './online-donation.service.ts';

const { checkDue: checkDueDonations } = donationPayments;

const MINUTE = 60_000;

const { t, provider } = usePaymentStandIn();
beforeEach(() => provider.asked.splice(0));

const create = (fields: Partial<DonationInput> = {}, headers: { 'idempotency-key'?: string } = {}) =>
  t.visitor.api.donations.create({ body: { ...donation, ...fields }, headers });
const verify = (txRef: string, body?: object) => t.visitor.api.donations.verify({ params: { txRef }, body });
const stateOf = async (txRef: string, body?: object) => (await readData(verify(txRef, body))).status;
const notice = (txRef: string, fields: object = {}) => ({
  event: 'charge.completed',
  data: { id: 1, tx_ref: txRef, amount: 5, currency: 'USD', status: 'successful', ...fields },
});
const webhook = (body: unknown, hash: string | null = NOTICE_SECRET) =>
  t.visitor.api.donations.webhook({ body, headers: hash === null ? {} : { 'verif-hash': hash } });
const says = (txRef: string, fields: object = {}) =>
  provider.answer({
    body: writeVerifiedBody({ tx_ref: txRef, amount: 5, currency: 'USD', status: 'successful', ...fields }),
  });
const receipts = (txRef: string) =>
  t.sql<{ receipt_number: string; recipient: string }>(
    `select receipt_number, recipient from donations d join outgoing_messages m on m.data->>'donationId' = d.id::text where tx_ref = ?`,
    [txRef],
  );

test('a donation waits for its payment and tells the checkout what it needs', async () => {
  const { headers, body } = await requireSuccess(create());
  expect(body.data).toMatchObject({
    amount: 5,
    currency: 'USD',
    status: 'pending',
    publicKey: 'FLWPUBK_TEST',
    checkoutScriptUrl: 'https://checkout.flutterwave.com/v3.js',
    paymentOptions: 'card, mobilemoney, ussd',
  });
  expect(headers.get('location')).toBe(`/donations/${body.data.txRef}`);
});

test('the reference has the time in milliseconds and an unguessable part', async () => {
  const before = Date.now();
  const { txRef } = await t.given.donation();
  const [, ms = '', random = ''] = /^(\d{13})-([\w-]+)$/.exec(txRef) ?? [];
  expect(Number(ms)).toBeGreaterThanOrEqual(before);
  expect(Number(ms)).toBeLessThanOrEqual(t.now().getTime());
  expect(Buffer.from(random, 'base64url')).toHaveLength(16);
});

test.each(currencyCodes)('the maximum in %s is taken, and one more is refused', async (currency) => {
  const { symbol, max } = currencies[currency];
  await requireSuccess(create({ currency, amount: max }));

  const { status, details } = await readRefusal(create({ currency, amount: max + 1 }));
  expect(status).toBe(400);
  const message = `Maximum donation amount in ${currency} is ${symbol} ${max}`;
  expect(details).toEqual([{ path: 'amount', message }]);
});

test('a confirmed payment marks the donation as paid, with one receipt and one email', async () => {
  const { txRef } = await t.given.donation();
  says(txRef);
  expect(await readData(verify(txRef))).toEqual({
    id: expect.any(Number),
    txRef,
    status: 'successful',
    amount: 5,
    currency: 'USD',
    name: 'Ann',
    isTest: false,
    needsReview: false,
    receiptNumber: expect.stringMatching(/^RCP-/),
    paidAt: expect.stringContaining('T'),
    receiptEmail: 'queued',
  });
  expect(provider.asked).toEqual([
    { url: `/v3/transactions/verify_by_reference?tx_ref=${txRef}`, key: 'Bearer FLWSECK_TEST' },
  ]);
  expect(await receipts(txRef)).toEqual([
    { receipt_number: expect.stringMatching(/^RCP-\d{4}-\d{6}$/), recipient: 'ann@example.org' },
  ]);
});

test('a status that the browser claims is ignored', async () => {
  const { txRef } = await t.given.donation();
  says(txRef, { status: 'pending' });
  expect(await stateOf(txRef, { status: 'successful', amount: 5 })).toBe('pending');
});

test.each([
  ['a higher amount', { amount: 6 }],
  ['an amount as text', { amount: '5' }],
])('%s is not a payment', async (_, fields) => {
  const { txRef } = await t.given.donation();
  says(txRef, fields);
  expect(await stateOf(txRef)).toBe('pending');
  expect(await receipts(txRef)).toEqual([]);
});

const noticesAbout = async (txRef: string) =>
  (await t.office.admin.donations.notices.query()).filter((one) => one.txRef === txRef);

test.each([
  ['amount', { amount: 4 }],
  ['currency', { currency: 'KES' }],
  ['reference', { tx_ref: '1700000000000-another-reference-entirely' }],
])('a payment of another %s stands in the list for review once, until it is settled', async (_, fields) => {
  const { txRef, id } = await t.given.donation();
  says(txRef, fields);
  for (let time = 0; time < 2; time += 1) {
    expect(await readData(verify(txRef))).toMatchObject({ status: 'pending', needsReview: true });
  }
  expect(await noticesAbout(txRef)).toEqual([
    expect.objectContaining({
      provider: 'flutterwave',
      event: 'Another payment than was asked for',
      body: expect.stringContaining(String(Object.values(fields)[0])),
    }),
  ]);
  expect(await t.office.admin.donations.get.query({ id })).toMatchObject({ needsReview: true });

  await t.office.admin.donations.markReceived.mutate({ id, method: 'mobile-money' });
  expect(await noticesAbout(txRef)).toEqual([]);
  expect(await readData(verify(txRef))).toMatchObject({ status: 'successful', needsReview: false });
});

test('a payment of another amount that has failed is nothing to review', async () => {
  const { txRef } = await t.given.donation();
  says(txRef, { amount: 4, status: 'failed' });
  expect(await readData(verify(txRef))).toMatchObject({ status: 'pending', needsReview: false });
});

test('the office finds a donation by the code that its donor typed', async () => {
  const { id } = await t.given.donation();
  for (const q of [`D${id}`, `d-${id}`]) {
    expect((await t.office.admin.donations.list.query({ q })).items.map((row) => row.id)).toEqual([id]);
  }
});

const download = (path: string) => t.app.inject({ url: path, headers: { host: 'localhost:3000' } });

test('a paid donation offers its receipt as a file, and an unpaid or unknown one none', async () => {
  const { txRef } = await t.given.donation();
  const path = `/donations/${txRef}/receipt.pdf`;
  expect((await download(path)).statusCode).toBe(404);
  expect((await download('/donations/1700000000000-unknown-unknown-unknown/receipt.pdf')).statusCode).toBe(
    404,
  );

  says(txRef);
  const { receiptNumber } = await readData(verify(txRef));
  const { statusCode, headers, rawPayload } = await download(path);
  expect({ statusCode, headers }).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${receiptNumber}.pdf"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  });
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test("the short address of a receipt confirms its number, amount and date, and nobody's name", async () => {
  const { txRef } = await t.given.donation();
  says(txRef);
  const { receiptNumber, paidAt } = await readData(verify(txRef));
  const [row] = await t.sql<{ receipt_code: string }>('select receipt_code from donations where tx_ref = ?', [
    txRef,
  ]);
  const code = String(row?.receipt_code);
  const { headers, body } = await requireSuccess(t.visitor.api.donations.receipt({ params: { code } }));
  expect(body.data).toEqual({
    number: receiptNumber,
    amount: 5,
    currency: 'USD',
    paidAt,
    isTest: false,
    isCancelled: false,
    fullNames: [],
  });
  expect(headers.get('cache-control')).toBe('private, no-store');
  for (const wrong of ['000000000000', txRef, code.toLowerCase().slice(1), '%00']) {
    expect(await t.visitor.api.donations.receipt({ params: { code: wrong } })).toMatchObject({ status: 404 });
  }
});

test.each([
  ['an error of its own', { status: 500, body: 'oops' }],
  ['no JSON', { body: '<html>Maintenance</html>' }],
  ['nothing', { body: '' }],
  ['that it does not know', { status: 400, body: unknownPayment }],
  ['an error in an answer that says 200', { body: unknownPayment }],
  ['JSON of another form', { body: '[1, null]' }],
])('the provider answers %s: the donation stays pending', async (_, reply) => {
  const { txRef } = await t.given.donation();
  provider.answer(reply);
  expect(await stateOf(txRef)).toBe('pending');
});

test('a silent provider is given up before the caller gives up', async () => {
  const { txRef } = await t.given.donation();
  provider.answer('silence');
  const limit = new AbortController();
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const states = Promise.all([stateOf(txRef), stateOf(txRef)]);
  await expect.poll(() => provider.asked).toHaveLength(1);
  expect(limits.mock.lastCall?.[0]).toBeLessThan(20_000);
  limit.abort();
  expect(await states).toEqual(['pending', 'pending']);
  expect(provider.asked).toHaveLength(1);
  limits.mockRestore();
});

test.each(['unknown', '1700000000000-unknown-unknown-unknown', '%00', `${'1'.repeat(99)}`])(
  'the reference %s is unknown',
  async (txRef) => {
    expect(await verify(txRef)).toMatchObject({ status: 404 });
    expect(provider.asked).toEqual([]);
  },
);

test.each([
  ['a failed payment', { status: 'failed' }, 'failed'],
  ['a pending payment', { status: 'pending' }, 'pending'],
  ['a payment of another amount', { amount: 4 }, 'pending'],
  ['a payment that it does not know', undefined, 'pending'],
])('%s is asked for once in five seconds, and its notice counts at once', async (_, report, state) => {
  const { txRef } = await t.given.donation();
  if (report) says(txRef, report);
  else provider.answer({ status: 400, body: unknownPayment });
  for (let n = 0; n < 5; n += 1) expect(await stateOf(txRef)).toBe(state);
  expect(provider.asked).toHaveLength(1);
  t.wait(5000);
  await Promise.all(Array.from({ length: 5 }, () => verify(txRef)));
  expect(provider.asked).toHaveLength(2);
  says(txRef);
  await webhook(notice(txRef));
  expect(await stateOf(txRef)).toBe('successful');
});

test.each([['wrong'], [''], [null]])(
  'a notice with the hash %j is refused, and the provider is not asked',
  async (hash) => {
    const { txRef } = await t.given.donation();
    says(txRef);
    expect(await webhook(notice(txRef), hash)).toMatchObject({ status: 401 });
    expect(provider.asked).toEqual([]);
  },
);

test('a notice only triggers a verification, whose result counts', async () => {
  const { txRef } = await t.given.donation();
  says(txRef, { status: 'failed' });
  await requireSuccess(webhook(notice(txRef)));
  says(txRef, { status: 'pending' });
  expect(await stateOf(txRef)).toBe('failed');
});

test('a failed donation can be paid later, and a paid one stays paid', async () => {
  const { txRef } = await t.given.donation();
  says(txRef, { status: 'failed' });
  await verify(txRef);
  says(txRef);
  await webhook(notice(txRef));
  says(txRef, { status: 'failed' });
  await webhook(notice(txRef, { status: 'failed' }));
  expect(await stateOf(txRef)).toBe('successful');
  expect(await receipts(txRef)).toHaveLength(1);
});

test('gifts begun before donations were closed are recorded, with a receipt, when they are paid late', async () => {
  // A check takes so many at once, and other tests leave some
  await t.sql("update donations set next_check_at = null where status <> 'successful'");
  const byNotice = await t.given.donation();
  const byCheck = await t.given.donation();
  const { site } = t.office.admin;
  const { donations, newsletter } = (await site.get.query()).view;
  const closed = { isOpen: false };
  await site.update.mutate({
    changes: { donations: { ...donations, ...closed }, newsletter: { ...newsletter, ...closed } },
  });
  onTestFinished(async () => void (await site.update.mutate({ changes: { donations, newsletter } })));
  expect(await readRefusal(create())).toMatchObject({ code: 'NOT_FOUND' });

  says(byNotice.txRef);
  await requireSuccess(webhook(notice(byNotice.txRef)));
  says(byCheck.txRef);
  await checkDueDonations(jobContextAt(Date.now() + 6 * MINUTE));
  const { items } = await t.office.admin.donations.list.query({});
  for (const { txRef } of [byNotice, byCheck]) {
    expect(items.find((item) => item.txRef === txRef)).toMatchObject({
      status: 'successful',
      receiptNumber: expect.stringMatching(/^RCP-/),
    });
    expect(await receipts(txRef)).toHaveLength(1);
    expect((await download(`/donations/${txRef}/receipt.pdf`)).statusCode).toBe(200);
  }
  const em = t.em();
  const context = {
    em,
    site: (await getSite({ em })).view,
    publicUrl: t.config.publicUrl,
    linkToken: () => '',
  };
  const email = await writeEmail('donation-receipt', { donationId: byNotice.id }, context);
  expect(email.subject).toMatch(/receipt RCP-/);
});

test('simultaneous notices and verifications pay once, and receipts have no gaps', async () => {
  const before = await lastNumber();
  const donations = await Promise.all(Array.from({ length: 5 }, () => t.given.donation()));
  for (const { txRef } of donations) {
    says(txRef);
    const calls = [webhook(notice(txRef)), verify(txRef), webhook(notice(txRef)), verify(txRef)];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    expect(await receipts(txRef)).toHaveLength(1);
  }
  expect((await lastNumber()) - before).toBe(5);
});

const lastNumber = async () =>
  (await t.sql<{ last: number }>('select last from receipt_counters'))[0]?.last ?? 0;

test.each([
  ['another event', { event: 'transfer.completed', data: { id: 2 } }],
  ['an unknown reference', notice('1700000000000-unknown-unknown-unknown')],
  ['a text with NUL', notice('\0\ud800')],
  ['no body', undefined],
  ['a list', [1, 2]],
  ['a number', 7],
  ['a deep one', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
  ['no data', { event: 'charge.completed' }],
  ['a long event', { event: 'x'.repeat(5000) }],
])('%s is accepted and stored for review', async (_, body) => {
  const count = async () => (await t.sql('select 1 from payment_notices')).length;
  const before = await count();
  await requireSuccess(webhook(body));
  expect(await count()).toBe(before + 1);
  expect(provider.asked).toEqual([]);
});

test('pending donations are checked after 5, 30 and 120 minutes, then no more', async () => {
  await t.sql("update donations set next_check_at = null where status <> 'successful'");
  const { txRef } = await t.given.donation();
  says(txRef, { status: 'pending' });
  const asked = async (minutes: number) => {
    provider.asked.splice(0);
    const start = Date.now();
    await checkDueDonations(jobContextAt(start + minutes * MINUTE));
    return provider.asked.length;
  };
  const times = [];
  for (const minutes of [4, 6, 29, 32, 119, 124, 500]) times.push([minutes, await asked(minutes)]);
  expect(times).toEqual([
    [4, 0],
    [6, 1],
    [29, 0],
    [32, 1],
    [119, 0],
    [124, 1],
    [500, 0],
  ]);
});

test('an unconfirmed notice starts the checks again', async () => {
  const { txRef } = await t.given.donation();
  await t.sql('update donations set next_check_at = null where tx_ref = ?', [txRef]);
  provider.answer({ status: 500, body: '' });
  await webhook(notice(txRef));
  says(txRef);
  await checkDueDonations(jobContextAt(Date.now() + 6 * MINUTE));
  expect(await receipts(txRef)).toHaveLength(1);
});

const jobContextAt = (time: number) => {
  return t.jobContext(() => new Date(time));
};
