import type { Donation } from '@institute/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let office: ReturnType<TestApp['admin']>;
beforeAll(async () => {
  // a key, so that the gifts are no trials
  t = await testApp({ FLUTTERWAVE_PUBLIC_KEY: 'key', FLUTTERWAVE_BASE_URL: 'http://127.0.0.1:9' });
  office = t.admin((await t.signIn()).token);
});
afterAll(() => t.close());

async function given(currency: string, amount: number): Promise<number> {
  const gift = { name: 'Ann', email: 'ann@example.org', currency, amount };
  return (await t.call<Donation>('POST', '/donations', gift)).body.data.id;
}
const receiptMails = () =>
  t.db.orm.em.fork().execute("select recipient from mails where kind = 'donation-receipt'");

test('the office marks a transfer as received once, and sends its receipt again', async () => {
  const id = await given('UGX', 5000);
  await expect(office.donations.resendReceipt.mutate({ id })).rejects.toThrow('not paid');

  const paid = await office.donations.markReceived.mutate({ id });
  expect(paid).toMatchObject({
    status: 'successful',
    receiptNumber: expect.stringMatching(/^RCP-\d{4}-000001$/),
  });
  await expect(office.donations.markReceived.mutate({ id })).rejects.toThrow('paid already');

  await office.donations.resendReceipt.mutate({ id });
  expect(await receiptMails()).toEqual([{ recipient: 'ann@example.org' }, { recipient: 'ann@example.org' }]);
});

test('gifts are listed by state and currency, and received ones are added up by month', async () => {
  const id = await given('USD', 15);
  await given('USD', 10);
  await office.donations.markReceived.mutate({ id });

  const pending = await office.donations.list.query({ status: 'pending', currency: 'USD' });
  expect(pending).toMatchObject({ total: 1, items: [{ amount: 10, status: 'pending' }] });
  const totals = await office.donations.totals.query();
  expect(totals).toContainEqual({
    month: expect.stringMatching(/^\d{4}-\d{2}$/),
    ...{ currency: 'USD', amount: 15, count: 1 },
  });
});

test('a mail that failed is shown with its reason, and tried again when asked', async () => {
  const [mail] = await t.db.orm.em
    .fork()
    .execute<{ id: number }[]>(
      "insert into mails (kind, recipient, data, state, tries, last_error) values ('newsletter-welcome', 'x@example.org', '{}', 'parked', 3, 'No such box') returning id",
    );
  const id = mail?.id ?? 0;
  expect(await office.mail.failures.query()).toMatchObject([
    { id, state: 'parked', lastError: 'No such box' },
  ]);
  await office.mail.retry.mutate({ id });
  expect(await office.mail.failures.query()).toMatchObject([{ id, state: 'waiting', tries: 0 }]);
});

test('only the office sees any of it', async () => {
  await expect(t.admin().donations.list.query({})).rejects.toThrow('sign in');
  await expect(t.admin().mail.failures.query()).rejects.toThrow('sign in');
});
