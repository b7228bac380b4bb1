import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { beforeEach, expect, test, vi } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../../testing/app/answers.ts';
import {
  NOTICE_SECRET,
  usePaymentStandIn,
  writeVerifiedBody,
} from '../../../../testing/app/payment-stand-in.ts';
import { listRightsBut } from '../../../../testing/app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { listOwners } from '../../../platform/accounts/account.service.ts';
import { feePayments } from './online-fee.service.ts';

const MINUTE = 60_000;
const PHONE = `+${place.callingCode} 700 000 000`;

const { t, provider } = usePaymentStandIn();
beforeEach(() => {
  provider.asked.splice(0);
  provider.answer({ body: link });
});

const link = JSON.stringify({
  status: 'success',
  message: 'Hosted Link',
  data: { link: 'https://checkout.flutterwave.com/v3/hosted/pay/1' },
});

const pay = (body: object, headers: { 'idempotency-key'?: string } = {}) =>
  t.visitor.api.fees.pay({ body: { phone: PHONE, ...body } as never, headers });
async function started(amount = 250_000) {
  const student = await t.given.student({ phone: PHONE });
  const { txRef, url } = await readData(pay({ reference: student.reference, amount }));
  return { ...student, txRef, url };
}
const state = (txRef: string) => readData(t.visitor.api.fees.payment({ params: { txRef } }));
const reportPaid = (txRef: string, fields: object = {}) =>
  provider.answer({
    body: writeVerifiedBody({
      tx_ref: txRef,
      amount: 250_000,
      currency: place.currency,
      status: 'successful',
      ...fields,
    }),
  });
const sendNotice = (txRef: string) =>
  t.visitor.api.donations.webhook({
    body: { event: 'charge.completed', data: { tx_ref: txRef } },
    headers: { 'verif-hash': NOTICE_SECRET },
  });
const account = (registrationId: number) => t.office.admin.fees.account.query({ registrationId });
const statement = (body: object, headers: { 'idempotency-key'?: string } = {}) =>
  t.visitor.api.fees.statement({ body: { phone: PHONE, ...body } as never, headers });

test('the reference or the pay code, and the phone, show the statement', async () => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  await t.office.admin.fees.record.mutate(makeFeePayment(id, { amount: 100_000 }));
  for (const named of [{ reference: reference.toLowerCase() }, { payCode: ` ${payCode(id)} ` }]) {
    const { headers, body } = await requireSuccess(statement(named));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.data).toEqual({
      reference,
      payCode: payCode(id),
      program: 'Tailoring',
      charged: 900_000,
      paid: 100_000,
      balance: 800_000,
      overdue: 800_000,
      nextDueOn: addDaysToToday(0),
      nextDueAmount: 800_000,
      charges: [{ kind: 'instalment', label: 'Fee', amount: 900_000, dueOn: addDaysToToday(0) }],
      payments: [
        {
          kind: 'payment',
          method: 'cash',
          amount: 100_000,
          state: 'received',
          receivedOn: addDaysToToday(0),
          isTest: false,
          receiptNumber: expect.stringMatching(/^FEE-/),
          receiptCode: expect.any(String),
        },
      ],
      payTo: { mtnCode: '000000', airtelCode: '000000', bankAccount: expect.any(String) },
      online: 'open',
    });
  }
});

test('unknown, wrong phone and wrong code are one answer, and a mistyped pay code says so', async () => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  const refusals = await Promise.all(
    [
      statement({ reference, phone: '0700 000 001' }),
      statement({ reference: 'REG-2020-000999' }),
      statement({ reference: 'what?', phone: 'no phone' }),
      statement({ payCode: payCode(id), phone: '0700 000 001' }),
      statement({ payCode: payCode(999_999) }),
      pay({ reference, phone: '0700 000 001', amount: 500 }),
      pay({ payCode: payCode(999_999), amount: 500 }),
    ].map(async (call) => {
      const { status, headers, body } = await call;
      const { requestId, ...error } = (body as { error: { requestId: string } }).error;
      return JSON.stringify([status, headers.get('cache-control'), error]);
    }),
  );
  expect(new Set(refusals).size).toBe(1);
  expect(refusals[0]).toContain('We know no application with this reference and phone number');
  expect(refusals[0]).toContain('404,"no-store"');

  const wrongDigit = String(
    (Number(payCode(id)) + 1) % 10 === 0 ? Number(payCode(id)) - 1 : Number(payCode(id)) + 1,
  );
  expect(await readRefusal(statement({ payCode: wrongDigit }))).toMatchObject({
    status: 400,
    details: [{ path: 'payCode', message: `This pay code has a mistake: did you mean ${payCode(id)}?` }],
  });
  for (const body of [{}, { reference, payCode: payCode(id) }]) {
    expect(await readRefusal(statement(body))).toMatchObject({
      status: 400,
      details: [{ path: 'reference' }],
    });
  }
});

/** What the provider is sent meanwhile. */
async function readSent<Answer>(send: () => Promise<Answer>) {
  const bodies: unknown[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response(link);
  });
  const answer = await send();
  fetched.mockRestore();
  return { bodies, answer };
}

test('where the institute wrote no address either, the provider gets that of an owner', async () => {
  const { id } = await t.given.student({ phone: PHONE, email: null });
  const { institute } = await readData(t.visitor.api.site.get());
  const writeEmails = (emails: string[]) =>
    requireSuccess(t.office.api.site.update({ body: { institute: { ...institute, emails } } }));
  await writeEmails([]);
  const { bodies } = await readSent(() => pay({ payCode: payCode(id), amount: 250_000 }));
  await writeEmails(institute.emails);
  const [owner] = await listOwners({ em: t.em() });
  expect(bodies).toMatchObject([{ customer: { email: owner } }]);
  expect(owner).toContain('@');
});

test('a payment opens the provider’s page and comes back to its own page', async () => {
  const student = await t.given.student({ phone: PHONE, email: null });
  const { bodies, answer } = await readSent(() => pay({ payCode: payCode(student.id), amount: 250_000 }));
  const { headers, body } = await requireSuccess(Promise.resolve(answer));
  const { txRef, url } = body.data;
  expect(url).toBe('https://checkout.flutterwave.com/v3/hosted/pay/1');
  expect(headers.get('location')).toBe(`/fees/${txRef}`);
  const { emails } = (await readData(t.visitor.api.site.get())).institute;
  expect(bodies).toMatchObject([
    {
      tx_ref: txRef,
      amount: 250_000,
      currency: place.currency,
      redirect_url: `${t.config.publicUrl}/fees/${txRef}`,
      // The provider takes no payment without an address
      customer: { email: emails[0], phonenumber: PHONE },
    },
  ]);
  expect((await account(student.id)).payments).toMatchObject([
    { method: 'online', state: 'pending', amount: 250_000, operatorId: txRef, isTest: false },
  ]);
  expect(await state(txRef)).toMatchObject({ txRef, state: 'pending', currency: place.currency });
});

test.each([
  [499, `At least ${place.currency} 500`],
  [900_001, `You owe ${formatLocalMoney(900_000)}. To pay more, ask the office.`],
  [500.5, `A whole amount in ${place.currency}`],
])('a payment of %d is refused: %s', async (amount, message) => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  expect(await readRefusal(pay({ reference, amount }))).toMatchObject({
    status: 400,
    details: [{ path: 'amount', message }],
  });
  expect((await account(id)).payments).toEqual([]);
});

test('a provider that opens no page is 503, and the same key goes on with the same payment', async () => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  provider.answer({ status: 500, body: 'oops' });
  const key = { 'idempotency-key': 'again-1' };
  expect(await readRefusal(pay({ reference, amount: 250_000 }, key))).toMatchObject({ status: 503 });
  provider.answer({ body: link });
  const [one, two] = await Promise.all([
    requireSuccess(pay({ reference, amount: 250_000 }, key)),
    requireSuccess(pay({ reference, amount: 250_000 }, key)),
  ]);
  expect(one.body.data).toEqual(two.body.data);
  expect(one.headers.get('idempotency-replayed')).toBe('true');
  expect((await account(id)).payments).toHaveLength(1);
  expect(await readRefusal(pay({ reference, amount: 250_001 }, key))).toMatchObject({ status: 409 });
});

test('a repeated key of a statement gets the sums of now', async () => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  const key = { 'idempotency-key': 'statement-1' };
  await requireSuccess(statement({ reference }, key));
  const { headers, body } = await requireSuccess(statement({ reference }, key));
  expect([headers.get('idempotency-replayed'), body.data.balance]).toEqual(['true', 900_000]);
  expect(await readRefusal(statement({ payCode: payCode(id) }, key))).toMatchObject({ status: 409 });
});

test('the desk is told where an online payment stands that somebody wants recorded', async () => {
  const { id, txRef, reference } = await started();
  const call = t.office.admin.fees.record.mutate(
    makeFeePayment(id, { amount: 250_000, method: 'bank', operatorId: txRef }),
  );
  expect(await readRefusal(call)).toMatchObject({
    status: 409,
    message: `This transaction is on record already, for ${reference}`,
  });
});

test.each([
  ['another amount', { amount: 249_999 }],
  ['another currency', { currency: 'USD' }],
])('a payment of %s stays pending, and the office sees it', async (_, fields) => {
  const { id, txRef } = await started();
  reportPaid(txRef, fields);
  for (let time = 0; time < 2; time += 1) {
    expect(await state(txRef)).toMatchObject({ state: 'pending', needsReview: true, receiptNumber: null });
  }
  const notices = await t.office.admin.donations.notices.query();
  expect(notices.filter((notice) => notice.txRef === txRef)).toHaveLength(1);
  expect((await account(id)).paid).toBe(0);

  reportPaid(txRef);
  t.wait(5000);
  expect(await state(txRef)).toMatchObject({ state: 'received', needsReview: false });
  const open = await t.office.admin.donations.notices.query();
  expect(open.filter((notice) => notice.txRef === txRef)).toEqual([]);
});

test('a silent provider is given up, and the next check after 5 minutes finds the payment', async () => {
  const { id, txRef } = await started();
  provider.answer('silence');
  const limit = new AbortController();
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const asked = state(txRef);
  await expect.poll(() => provider.asked.length).toBeGreaterThan(1);
  limit.abort();
  expect((await asked).state).toBe('pending');
  limits.mockRestore();

  reportPaid(txRef);
  await t.sql('update online_fees set next_check_at = null where tx_ref <> ?', [txRef]);
  const checkAfter = (minutes: number) =>
    feePayments.checkDue(t.jobContext(() => new Date(Date.now() + minutes * MINUTE)));
  await checkAfter(4);
  expect((await account(id)).paid).toBe(0);
  await checkAfter(6);
  expect((await account(id)).paid).toBe(250_000);
});

test('a failed payment can be paid later, and a paid one stays paid', async () => {
  const { txRef } = await started();
  reportPaid(txRef, { status: 'failed' });
  expect((await state(txRef)).state).toBe('failed');
  reportPaid(txRef);
  await sendNotice(txRef);
  reportPaid(txRef, { status: 'failed' });
  await sendNotice(txRef);
  expect((await state(txRef)).state).toBe('received');
});

test('what nobody finishes fails 24 hours after the last word of the provider, and counts if it succeeds', async () => {
  const { id, txRef } = await started();
  const inHours = (hours: number) => ({
    ...t.jobContext(() => new Date(Date.now() + hours * 60 * MINUTE)),
  });
  reportPaid(txRef, { status: 'pending' });
  await feePayments.verify(inHours(20), txRef);
  provider.answer({ status: 500, body: 'oops' });
  await feePayments.checkDue(inHours(43));
  expect((await account(id)).payments).toMatchObject([{ state: 'pending' }]);
  await feePayments.checkDue(inHours(45));
  expect((await account(id)).payments).toMatchObject([{ state: 'failed' }]);
  reportPaid(txRef);
  await sendNotice(txRef);
  expect(await account(id)).toMatchObject({
    paid: 250_000,
    payments: [{ state: 'received', method: 'online' }],
  });
});

test('money for somebody in the trash is received, and counts when they come back', async () => {
  const { id, txRef } = await started();
  await requireSuccess(t.office.api.registrations.remove({ params: { id } }));
  reportPaid(txRef);
  expect((await state(txRef)).state).toBe('received');
  await t.office.admin.trash.restore.mutate({ kind: 'registration', id });
  expect((await account(id)).paid).toBe(250_000);
});

test.each(['unknown', '1700000000000-unknown-unknown-unknown', '%00'])(
  'the reference %s is unknown, and the provider is not asked',
  async (txRef) => {
    expect(await t.visitor.api.fees.payment({ params: { txRef } })).toMatchObject({ status: 404 });
    expect(provider.asked).toEqual([]);
  },
);

test('a program reads an account with the scope, while the account of its key may keep fees', async () => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  const program = await t.given.apiKey('fees:read');
  expect(await readData(program.api.fees.account({ params: { id } }))).toMatchObject({
    registrationId: id,
    reference,
    balance: 900_000,
    charges: [{ label: 'Fee' }],
    payments: [],
  });
  expect(JSON.stringify(await readData(program.api.fees.account({ params: { id } })))).not.toMatch(
    /recordedBy|payerName|payerPhone|note/,
  );
  const other = await t.given.apiKey('registrations:read');
  expect(await readRefusal(other.api.fees.account({ params: { id } }))).toMatchObject({ status: 403 });
  expect(await readRefusal(t.visitor.api.fees.account({ params: { id } }))).toMatchObject({ status: 401 });
  expect(await readRefusal(program.api.fees.account({ params: { id: 999_999 } }))).toMatchObject({
    status: 404,
  });

  await t.sql(`update accounts set is_owner = false, rights = '{${listRightsBut('fees')}}'`);
  for (const caller of [program, t.office]) {
    expect(await readRefusal(caller.api.fees.account({ params: { id } }))).toMatchObject({ status: 403 });
  }
  await t.sql(`update accounts set is_owner = true, rights = '{${listRightsBut()}}'`);
});

test('pressing again while a payment is under way goes on with it, and another amount is another one', async () => {
  const { id, reference } = await t.given.student({ phone: PHONE });
  const presses = await Promise.all(
    Array.from({ length: 5 }, async () => (await readData(pay({ reference, amount: 250_000 }))).txRef),
  );
  expect(new Set(presses).size).toBe(1);
  const [txRef = ''] = presses;
  expect((await readData(pay({ reference, amount: 250_001 }))).txRef).not.toBe(txRef);

  reportPaid(txRef);
  await state(txRef);
  provider.answer({ body: link });
  expect((await readData(pay({ reference, amount: 250_000 }))).txRef).not.toBe(txRef);
  expect((await account(id)).payments).toHaveLength(3);
});
