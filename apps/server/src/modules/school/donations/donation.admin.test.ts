import type { Currency } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { writeEmail } from '../../../composition/messages.ts';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { NOTICE_SECRET } from '../../../testing/app/payment-stand-in.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { getSite } from '../../platform/site/site.service.ts';

// With a key, because otherwise donations are test donations
const t = await useTestApp({
  FLUTTERWAVE_PUBLIC_KEY: 'key',
  FLUTTERWAVE_SECRET_KEY: 'secret',
  FLUTTERWAVE_SECRET_HASH: NOTICE_SECRET,
  FLUTTERWAVE_BASE_URL: 'http://127.0.0.1:9',
});
/** In Kampala, where a year begins three hours earlier. */
const thisYear = addDaysToToday(0).slice(0, 4);
const office = t.office.admin;

const given = async (currency: Currency, amount: number) => (await t.given.donation({ currency, amount })).id;
const receiptEmails = () => t.sql("select recipient from outgoing_messages where kind = 'donation-receipt'");

test('the office marks a transfer as received once, and sends its receipt again', async () => {
  const id = await given('UGX', 5000);
  await expect(office.donations.resendReceipt.mutate({ id })).rejects.toThrow('not paid');

  const how = { method: 'bank-transfer', note: 'Statement 12' } as const;
  const paid = await office.donations.markReceived.mutate({ id, ...how });
  expect(paid).toMatchObject({
    status: 'successful',
    method: 'bank-transfer',
    receiptNumber: expect.stringMatching(/^RCP-\d{4}-000001$/),
  });
  await expect(office.donations.markReceived.mutate({ id, ...how })).rejects.toThrow('paid already');

  await office.donations.resendReceipt.mutate({ id });
  expect(await receiptEmails()).toEqual([{ recipient: 'ann@example.org' }, { recipient: 'ann@example.org' }]);
  expect(await office.donations.get.query({ id })).toMatchObject({
    note: 'Statement 12',
    notices: [],
    receipts: [{ state: 'waiting' }, { state: 'waiting' }],
  });
});

test('a donation from outside the site gets a receipt, which is emailed only to a known address', async () => {
  const before = (await receiptEmails()).length;
  const donation = { name: 'Bo', currency: 'UGX', amount: 2_000_000, method: 'mobile-money' } as const;
  const nameless = await office.donations.record.mutate({ ...donation, email: '' });
  expect(nameless).toMatchObject({
    status: 'successful',
    email: null,
    isTest: false,
    receiptNumber: expect.stringMatching(/^RCP-/),
  });
  await expect(office.donations.resendReceipt.mutate({ id: nameless.id })).rejects.toThrow('no address');
  expect(await receiptEmails()).toHaveLength(before);

  await office.donations.record.mutate({ ...donation, email: 'Bo@example.org' });
  expect(await receiptEmails()).toHaveLength(before + 1);
  await expect(office.donations.record.mutate({ ...donation, amount: 0 })).rejects.toThrow();
});

test('a gift that is sent again with its key is recorded once, and a changed one is refused', async () => {
  const gift = { name: 'Once', currency: 'UGX', amount: 8000, method: 'cash' } as const;
  const keyed = { ...gift, email: 'once@example.org', idempotencyKey: 'gift-1' };
  const before = (await receiptEmails()).length;
  const first = await office.donations.record.mutate(keyed);
  expect(await office.donations.record.mutate(keyed)).toEqual(first);
  expect(await receiptEmails()).toHaveLength(before + 1);

  const together = { ...keyed, idempotencyKey: 'gift-2' };
  const answers = await Promise.all([1, 2, 3].map(() => office.donations.record.mutate(together)));
  expect(new Set(answers.map(({ receiptNumber }) => receiptNumber)).size).toBe(1);
  expect((await office.donations.list.query({ q: 'Once' })).total).toBe(2);

  await expect(office.donations.record.mutate({ ...keyed, amount: 9000 })).rejects.toThrow('another content');
  await expect(office.donations.record.mutate({ ...keyed, idempotencyKey: 'a b' })).rejects.toThrow();
  const kept = await t.sql('select answer from idempotency_keys');
  expect(JSON.stringify(kept)).not.toContain('once@example.org');
});

test('a test donation that the office marks as received is no longer a test donation', async () => {
  const id = await given('EUR', 5);
  await t.sql('update donations set is_test = true where id = ?', [id]);
  expect(await office.donations.markReceived.mutate({ id, method: 'bank-transfer' })).toMatchObject({
    isTest: false,
  });
});

test('a donation is found by name, address, reference and receipt', async () => {
  const donation = { name: 'Zoë Nakató', currency: 'UGX', amount: 77, method: 'bank-transfer' } as const;
  const { txRef, receiptNumber } = await office.donations.record.mutate({
    ...donation,
    email: 'zoe@example.org',
  });
  for (const q of ['zoe nakato', 'ZOE@example', txRef, receiptNumber ?? '']) {
    expect(await office.donations.list.query({ q })).toMatchObject({ total: 1, items: [{ amount: 77 }] });
  }
  for (const q of ['%', '％％％', '\u0301', '\u0301\u0301\u0301']) {
    expect((await office.donations.list.query({ q })).total).toBe(0);
    const { body } = await requireSuccess(t.office.api.donations.list({ query: { q } }));
    expect(body.meta.total).toBe(0);
  }
});

test('a donation is found by phone, typed otherwise, in the list, the file and the API', async () => {
  const given = await t.given.donation({
    currency: 'UGX',
    amount: 9988,
    phone: `+${place.callingCode} 772 999 888`,
  });
  const q = '0772999-888';
  const { items, total } = await office.donations.list.query({ q, limit: 1 });
  expect(items).toMatchObject([{ id: given.id }]);
  const { body } = await requireSuccess(t.office.api.donations.list({ query: { q } }));
  expect(body.meta.total).toBe(total);
  const file = await postTicket(t, await office.donations.exportTicket.mutate({ q }));
  expect(
    file.body.split('\r\n').filter((row) => row.includes(`+${place.callingCode} 772 999 888`)),
  ).toHaveLength(total);
});

test('the list can be exported', async () => {
  const donation = { name: '=1+1', currency: 'UGX', amount: 4321, method: 'paypal' } as const;
  const { receiptNumber } = await office.donations.record.mutate(donation);
  const issued = await office.donations.exportTicket.mutate({ q: receiptNumber ?? '' });
  const { statusCode, body } = await postTicket(t, issued);
  expect(statusCode).toBe(200);
  const [heading, row, rest] = body.split('\r\n');
  expect(heading).toContain('Receipt,Status,Received');
  expect(row).toMatch(new RegExp(`^${receiptNumber},successful,.*'=1\\+1,,,UGX,4321,paypal,no,`));
  expect(rest).toBe('');
});

test('a notice about an unknown payment is shown for review', async () => {
  const body = { event: 'charge.completed', data: { tx_ref: '1700000000000-unknown-unknown-unknown' } };
  const headers = { 'verif-hash': NOTICE_SECRET };
  await requireSuccess(t.visitor.api.donations.webhook({ body, headers }));
  const [notice] = await office.donations.notices.query();
  expect(notice).toMatchObject({ event: body.event, txRef: body.data.tx_ref });
  expect(JSON.parse(notice?.body ?? '')).toEqual(body);
});

test('donations are listed by state and currency, and received ones are totalled by month', async () => {
  const id = await given('USD', 15);
  await given('USD', 10);
  await office.donations.markReceived.mutate({ id, method: 'mobile-money' });

  const pending = await office.donations.list.query({ status: 'pending', currency: 'USD' });
  expect(pending).toMatchObject({ total: 1, items: [{ amount: 10, status: 'pending' }] });
  const totals = await office.donations.totals.query();
  expect(totals).toContainEqual({
    month: expect.stringMatching(/^\d{4}-\d{2}$/),
    currency: 'USD',
    amount: 15,
    count: 1,
  });
});

test('a recorded donation has the day on which it was received, and cash and cheques are known', async () => {
  const received = {
    name: 'Cy',
    currency: 'KES',
    amount: 900,
    method: 'cash',
    receivedOn: '2025-03-31',
  } as const;
  expect(await office.donations.record.mutate(received)).toMatchObject({
    method: 'cash',
    paidAt: '2025-03-31T09:00:00.000Z',
    receiptNumber: expect.stringMatching(new RegExp(`^RCP-${thisYear}-`)),
  });
  expect(await office.donations.totals.query()).toContainEqual({
    month: '2025-03',
    currency: 'KES',
    amount: 900,
    count: 1,
  });
  const id = await given('KES', 100);
  const how = { id, method: 'cheque', receivedOn: '2025-04-01' } as const;
  expect(await office.donations.markReceived.mutate(how)).toMatchObject({
    paidAt: '2025-04-01T09:00:00.000Z',
  });
  for (const receivedOn of ['2999-01-01', '1999-12-31', '2025-02-30', 'soon']) {
    await expect(office.donations.record.mutate({ ...received, receivedOn })).rejects.toThrow();
  }
});

const wrong = { name: 'Dee', email: 'dee@example.org', currency: 'EUR', amount: 70, method: 'cash' } as const;

test('a wrong donation is cancelled with a counter-receipt, once, and is no longer valid', async () => {
  const { id, receiptNumber } = await office.donations.record.mutate({ ...wrong, receivedOn: '2025-01-15' });
  for (const reason of ['', ' ', 'x'.repeat(301)]) {
    await expect(office.donations.cancel.mutate({ id, reason })).rejects.toThrow();
  }
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => office.donations.cancel.mutate({ id, reason: 'It never came' })),
  );
  const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(done).toMatchObject([{ status: 'cancelled', receiptNumber }]);
  const number = done[0]?.cancellationNumber ?? '';
  expect(number).toBe(`CAN-${thisYear}-000001`);

  expect(await office.donations.get.query({ id })).toMatchObject({
    cancelReason: 'It never came',
    correctedBy: null,
    counterReceipts: [{ state: 'waiting' }],
  });
  expect((await office.donations.list.query({ q: number })).items).toMatchObject([{ id }]);
  expect(await office.donations.totals.query()).not.toContainEqual(
    expect.objectContaining({ month: '2025-01', currency: 'EUR' }),
  );
  const log = await office.activity.list.query({ entityType: 'donation', limit: 1, offset: 0 });
  expect(log.items[0]?.description).toBe(`Cancelled receipt ${receiptNumber}: ${number}`);
  await expect(office.donations.markReceived.mutate({ id, method: 'cash' })).rejects.toThrow('cancelled');
  const file = await office.donations.counterReceipt.query({ id });
  expect(file).toMatchObject({ filename: `${number}.pdf`, contentType: 'application/pdf' });
  const pdf = Buffer.from(file.content, 'base64').toString('latin1');
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toContain(`Counter-receipt ${number}`);
  await expect(office.donations.resendReceipt.mutate({ id })).rejects.toThrow('not paid');
});

test('a correction cancels the wrong donation and records the right one, both or none', async () => {
  const { id, receiptNumber } = await office.donations.record.mutate(wrong);
  const right = { ...wrong, amount: 700, method: 'cheque', reason: 'A zero was missing' } as const;
  await expect(office.donations.correct.mutate({ ...right, id, amount: 0 })).rejects.toThrow();
  expect(await office.donations.get.query({ id })).toMatchObject({ status: 'successful' });

  const corrected = await office.donations.correct.mutate({ ...right, id });
  expect(corrected).toMatchObject({ amount: 700, method: 'cheque', status: 'successful' });
  expect(corrected.receiptNumber).not.toBe(receiptNumber);
  expect(await office.donations.get.query({ id })).toMatchObject({
    status: 'cancelled',
    amount: 70,
    correctedBy: { id: corrected.id },
  });
  expect(await office.donations.get.query({ id: corrected.id })).toMatchObject({
    corrects: { id, receiptNumber },
  });
  await expect(office.donations.correct.mutate({ ...right, id })).rejects.toThrow('cancelled already');
});

test('the unsent receipt of a cancelled or corrected donation is not emailed any more', async () => {
  const em = t.em();
  const receiptsOf = async (id: number) => (await office.donations.get.query({ id })).receipts;
  const { id } = await office.donations.record.mutate(wrong);
  await em.execute(
    `update outgoing_messages set state = 'sent', sent_at = now() where kind = 'donation-receipt' and data = ?`,
    [JSON.stringify({ donationId: id })],
  );
  await office.donations.resendReceipt.mutate({ id });
  const parked = await office.donations.record.mutate(wrong);
  await em.execute(
    `update outgoing_messages set state = 'parked', tries = 3, last_error = 'No' where kind = 'donation-receipt' and data = ?`,
    [JSON.stringify({ donationId: parked.id })],
  );

  await office.donations.cancel.mutate({ id, reason: 'It never came' });
  expect(await receiptsOf(id)).toMatchObject([{ state: 'sent' }]);
  const right = { ...wrong, amount: 700, reason: 'A zero was missing' };
  const corrected = await office.donations.correct.mutate({ ...right, id: parked.id });
  expect(await receiptsOf(parked.id)).toEqual([]);
  expect(await receiptsOf(corrected.id)).toMatchObject([{ state: 'waiting' }]);
});

test('a receipt is not written for a donation that was cancelled after the mailer took its email', async () => {
  const { id } = await office.donations.record.mutate(wrong);
  await office.donations.cancel.mutate({ id, reason: 'It never came' });
  const em = t.em();
  const { view: site } = await getSite({ em });
  const context = { em, site, publicUrl: t.config.publicUrl, linkToken: () => '' };
  await expect(writeEmail('donation-receipt', { donationId: id }, context)).rejects.toThrow('is cancelled');
});

test('only what the office has recorded can be cancelled', async () => {
  const pending = await given('UGX', 300);
  const reason = 'Wrong';
  await expect(office.donations.cancel.mutate({ id: pending, reason })).rejects.toThrow('not paid');
  await t.sql(
    "update donations set status = 'successful', receipt_number = 'RCP-1999-1', paid_at = now() where id = ?",
    [pending],
  );
  await expect(office.donations.cancel.mutate({ id: pending, reason })).rejects.toThrow('provider');
  await expect(office.donations.cancel.mutate({ id: 2_000_000, reason })).rejects.toThrow('not found');
  for (const id of [pending, 2_000_000]) {
    await expect(office.donations.counterReceipt.query({ id })).rejects.toThrow('no counter-receipt');
  }
});

test('donations are sorted by each column, both ways', async () => {
  const received = { currency: 'GBP', method: 'cash' } as const;
  const days = ['2025-06-02', '2025-06-01', '2025-06-03'];
  for (const [place, receivedOn] of days.entries()) {
    await office.donations.record.mutate({
      ...received,
      name: `Sorted ${place}`,
      amount: 30 - place,
      receivedOn,
    });
  }
  type Sort = NonNullable<Parameters<typeof office.donations.list.query>[0]>['sort'];
  const amounts = async (sort: Sort) =>
    (await office.donations.list.query({ q: 'Sorted', sort })).items.map(({ amount }) => amount);
  expect(await amounts(undefined)).toEqual([28, 29, 30]);
  expect(await amounts('date')).toEqual([29, 30, 28]);
  expect(await amounts('-date')).toEqual([28, 30, 29]);
  expect(await amounts('-amount')).toEqual([30, 29, 28]);
  expect(await amounts('name')).toEqual([30, 29, 28]);
  for (const sort of ['method', 'status', '-receiptNumber'] as const)
    expect(await amounts(sort)).toHaveLength(3);
});
