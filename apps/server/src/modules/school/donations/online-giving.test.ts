import { expect, onTestFinished, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { donation } from '../../../testing/app/sample-bodies.ts';
import { type TestApp, testApp } from '../../../testing/app/test-app.ts';

const exposed = { PUBLIC_URL: 'https://www.example.org' };

async function started(settings: Record<string, string> = {}): Promise<TestApp> {
  const t = await testApp(settings);
  onTestFinished(() => t.close());
  return t;
}

const pressPay = (t: TestApp, txRef: string) =>
  t.app.inject({
    method: 'POST',
    url: '/sandbox/payments',
    payload: { tx_ref: txRef, amount: 5, currency: 'USD', outcome: 'pay' },
  });
const verify = (t: TestApp, txRef: string) => readData(t.visitor.api.donations.verify({ params: { txRef } }));

async function paidInSandbox(t: TestApp) {
  const { txRef } = await t.given.donation();
  await pressPay(t, txRef);
  return verify(t, txRef);
}
async function receiptNumber(t: TestApp, txRef: string): Promise<string | null> {
  const sql = 'select receipt_number from donations where tx_ref = ?';
  const [row] = await t.sql<{ receipt_number: string | null }>(sql, [txRef]);
  return row?.receipt_number ?? null;
}
const stateOf = async (t: TestApp) => (await readData(t.visitor.api.donations.online())).state;

test('on a public address without keys nothing is paid online, in no sandbox, and no notice is taken', async () => {
  const t = await started(exposed);

  expect(await stateOf(t)).toBe('off');
  const refused = { status: 503, code: 'UNAVAILABLE' };
  expect(await readRefusal(t.visitor.api.donations.create({ body: donation }))).toMatchObject({
    ...refused,
    message: 'Online giving is not set up yet.',
  });
  expect(await t.sql('select 1 from donations')).toEqual([]);
  const fee = { reference: 'REG-2027-000001', phone: '0772 123 456', amount: 250_000 };
  expect(await readRefusal(t.visitor.api.fees.pay({ body: fee, headers: {} }))).toMatchObject({
    ...refused,
    message: 'Online payment is not set up yet.',
  });
  expect(await t.sql('select 1 from online_fees')).toEqual([]);
  for (const url of ['/sandbox/checkout.js', '/sandbox/v3/transactions/verify_by_reference?tx_ref=1']) {
    expect((await t.app.inject(url)).statusCode).toBe(404);
  }
  expect((await pressPay(t, '1')).statusCode).toBe(404);
  for (const hash of ['', 'undefined', 'sandbox']) {
    const headers = { 'verif-hash': hash };
    expect(await t.visitor.api.donations.webhook({ body: {}, headers })).toMatchObject({ status: 401 });
  }
});

test('DONATIONS=sandbox takes test donations on a public address', async () => {
  const t = await started({ ...exposed, DONATIONS: 'sandbox' });

  expect(await stateOf(t)).toBe('test');
  expect(await paidInSandbox(t)).toMatchObject({ status: 'successful', isTest: true });
});

test('test donations are listed, count in no total and have numbers of their own, without a gap', async () => {
  const t = await started();
  const received = { name: 'Ann', currency: 'USD', amount: 5, method: 'paypal' } as const;
  const real = async () => (await t.office.admin.donations.record.mutate(received)).receiptNumber;
  const trial = async () => receiptNumber(t, (await paidInSandbox(t)).txRef);

  expect(await trial()).toMatch(/^TEST-\d{4}-000001$/);
  expect(await t.office.admin.donations.totals.query()).toEqual([]);
  const { items } = await t.office.admin.donations.list.query({});
  expect(items).toMatchObject([{ amount: 5, isTest: true }]);
  expect(await real()).toMatch(/^RCP-\d{4}-000001$/);
  const rest = await Promise.all([trial(), real(), trial(), real()]);
  expect(rest.map((number) => number?.replace(/-\d{4}-0*/, ' ')).sort()).toEqual([
    'RCP 2',
    'RCP 3',
    'TEST 2',
    'TEST 3',
  ]);
});

test('the sandbox cannot pay a donation that another provider started', async () => {
  const t = await started();
  const { txRef } = await t.given.donation();
  expect(await t.sql('select provider from donations where tx_ref = ?', [txRef])).toEqual([
    { provider: 'sandbox' },
  ]);
  await t.sql(`update donations set provider = 'other' where tx_ref = ?`, [txRef]);

  await pressPay(t, txRef);
  await requireSuccess(t.visitor.api.donations.verify({ params: { txRef } }));
  expect(await verify(t, txRef)).toMatchObject({ status: 'pending' });
  expect(await receiptNumber(t, txRef)).toBeNull();
});
