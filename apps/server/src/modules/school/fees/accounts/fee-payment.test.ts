import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { makeNameFromEmail } from '@institute/contract/text';
import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../../testing/app/answers.ts';
import { postTicket } from '../../../../testing/app/downloads.ts';
import { listRightsBut } from '../../../../testing/app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { readPdfLines } from '../../../../testing/files/pdf-text.ts';

const t = await useTestApp();
const year = addDaysToToday(0).slice(0, 4);

const cash = (registrationId: number | null, amount: number) => makeFeePayment(registrationId, { amount });
const account = (registrationId: number) => t.office.admin.fees.account.query({ registrationId });

test('a payment gets the next receipt, and the applicant and the guardian are told', async () => {
  const { id, reference } = await t.given.student({
    dateOfBirth: addDaysToToday(-15 * 365),
    guardianName: 'Ruth',
    guardianPhone: '0772 111 222',
    guardianConsent: true,
    email: 'ann@example.org',
  });
  const one = await t.given.payment(cash(id, 250_000));
  const two = await t.given.payment(cash(id, 50_000));
  expect([one.receiptNumber, two.receiptNumber]).toEqual([`FEE-${year}-000001`, `FEE-${year}-000002`]);
  expect(await account(id)).toMatchObject({
    paid: 300_000,
    balance: 600_000,
    payCode: payCode(id),
    payments: [{ amount: 50_000, state: 'received' }, { amount: 250_000 }],
  });
  const told = await t.sql<{ channel: string; recipient: string; data: object }[]>(
    "select channel, recipient, data from outgoing_messages where kind = 'fee-receipt' order by id",
  );
  expect(told).toMatchObject([
    {
      channel: 'email',
      recipient: 'ann@example.org',
      data: { reference, balance: formatLocalMoney(650_000) },
    },
    { channel: 'sms', recipient: `+${place.callingCode}772111222` },
    { channel: 'email', data: { balance: formatLocalMoney(600_000) } },
    { channel: 'sms' },
  ]);

  const partId = (await account(id)).payments[1]?.id ?? 0;
  const { content, filename } = await t.office.admin.fees.receipt.query({ partId });
  expect(filename).toBe(`FEE-${year}-000001.pdf`);
  const text = readPdfLines(Buffer.from(content, 'base64'))
    .map((line) => line.text)
    .join(' ');
  for (const fact of ['Fee receipt', reference, formatLocalMoney(250_000), 'Cash'])
    expect(text).toContain(fact);
  expect(
    await readData(t.visitor.api.donations.receipt({ params: { code: one.receiptCode } })),
  ).toMatchObject({
    number: one.receiptNumber,
    amount: 250_000,
    currency: place.currency,
    isCancelled: false,
  });
});

test.each(['cancellation', 'refund'])(
  'a %s is told to whom the receipt went, also when the contact was changed since',
  async (what) => {
    const { id, reference } = await t.given.student({ email: 'old@example.org' });
    const { id: movementId } = await t.office.admin.fees.record.mutate(cash(id, 30_000));
    await t.sql("update outgoing_messages set state = 'sent', sent_at = now() where kind = 'fee-receipt'");
    const change = { params: { id }, body: { email: 'new@example.org' } };
    expect((await t.office.api.registrations.update(change)).status).toBe(200);
    const reason = 'A mistake';
    if (what === 'refund')
      await t.office.admin.fees.refund.mutate({ registrationId: id, amount: 10_000, method: 'cash', reason });
    else await t.office.admin.fees.counter.mutate({ movementId, reason });
    const told = await t.sql(
      "select recipient from outgoing_messages where kind in ('fee-cancelled', 'fee-change') and data->>'reference' = ? order by id",
      [reference],
    );
    expect(told).toEqual([{ recipient: 'new@example.org' }, { recipient: 'old@example.org' }]);
  },
);

test('a webhook is told of each payment, without the sum', async () => {
  const { id } = await t.given.student();
  await t.office.admin.webhooks.create.mutate({ url: 'https://8.8.8.8/hook', events: ['fee.paid'] });
  const paid = await t.given.payment(cash(id, 90_000));
  const told = await t.sql("select data from webhook_deliveries where type = 'fee.paid'");
  const partId = (await account(id)).payments[0]?.id;
  expect(told).toEqual([{ data: { id: partId, reference: paid.receiptNumber, status: 'received' } }]);
});

test('the same transaction is recorded once, and the refusal says where', async () => {
  const { id, reference } = await t.given.student();
  const payment = { ...cash(id, 70_000), method: 'mtn' as const, operatorId: 'MP1' };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      t.office.admin.fees.record.mutate({ ...payment, operatorId: at % 2 ? 'mp1' : 'MP1', again: true }),
    ),
  );
  const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(stored).toHaveLength(1);
  const message = `This transaction is on record already, for ${reference}, receipt ${stored[0]?.receipts[0]?.receiptNumber}`;
  expect(await readRefusal(t.office.admin.fees.record.mutate({ ...payment, again: true }))).toMatchObject({
    status: 409,
    message,
    details: [{ path: 'operatorId' }],
  });
  expect((await account(id)).paid).toBe(70_000);

  await t.office.admin.fees.counter.mutate({ movementId: stored[0]?.id ?? 0, reason: 'A mistake' });
  await t.office.admin.fees.record.mutate(payment);
  await t.office.admin.fees.record.mutate({ ...payment, method: 'airtel', again: true });
  expect((await account(id)).paid).toBe(140_000);
});

test('the same cash of one day is asked about, also when it comes at the same moment', async () => {
  const { id } = await t.given.student();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => t.office.admin.fees.record.mutate(cash(id, 20_000))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readRefusal(t.office.admin.fees.record.mutate(cash(id, 20_000)))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Recorded already by office@\S+ at \d\d:\d\d\. Record again\?$/),
    details: [{ path: 'again' }],
  });
  await t.office.admin.fees.record.mutate({ ...cash(id, 20_000), again: true });
  await t.office.admin.fees.record.mutate({ ...cash(id, 20_000), receivedOn: addDaysToToday(-1) });
  expect((await account(id)).paid).toBe(60_000);
});

test('a cancelled payment is no longer valid and gets a counter-receipt', async () => {
  const { id, reference } = await t.given.student({ email: 'wrong@example.org' });
  const paid = await t.given.payment(cash(id, 20_000));
  const counter = { movementId: paid.id, reason: 'A zero too many' };
  const { number, id: counterId } = await t.office.admin.fees.counter.mutate(counter);
  expect(number).toMatch(/^CAN-\d{4}-\d{6}$/);
  const again = [counter, { ...counter, movementId: counterId }];
  for (const call of again)
    expect((await readRefusal(t.office.admin.fees.counter.mutate(call))).status).toBe(409);
  const { payments, ...sums } = await account(id);
  expect([sums.paid, payments]).toMatchObject([
    0,
    [{ state: 'cancelled', cancellationNumber: number, reason: 'A zero too many' }],
  ]);
  const proof = await readData(t.visitor.api.donations.receipt({ params: { code: paid.receiptCode } }));
  expect(proof.isCancelled).toBe(true);
  const { filename } = await t.office.admin.fees.receipt.query({ partId: payments[0]?.id ?? 0 });
  expect(filename).toBe(`${number}.pdf`);
  const told = "select recipient, data from outgoing_messages where kind = 'fee-cancelled' and recipient = ?";
  expect(await t.sql(told, ['wrong@example.org'])).toMatchObject([
    { recipient: 'wrong@example.org', data: { reference, receiptNumber: paid.receiptNumber } },
  ]);
});

test('cash, and what was recorded before today, is cancelled by owners only', async () => {
  const { id } = await t.given.student();
  await t.given.account('till@example.org');
  const till = t.as('till@example.org').admin.fees;
  const mobile = { amount: 5000, method: 'mtn' } as const;
  const older = await t.given.payment(makeFeePayment(id, { ...mobile, operatorId: 'OLD1' }));
  const counters = { cash: await t.given.payment(cash(id, 7000)), older };
  await t.sql('alter table fee_movements disable trigger all');
  await t.sql(`update fee_movements set recorded_at = recorded_at - interval '1 day' where id = ?`, [
    older.id,
  ]);
  await t.sql('alter table fee_movements enable trigger all');
  for (const { id: movementId } of Object.values(counters))
    expect((await readRefusal(till.counter.mutate({ movementId, reason: 'x' }))).status).toBe(403);
  const today = await t.given.payment(makeFeePayment(id, { ...mobile, operatorId: 'NEW1', again: true }));
  await till.counter.mutate({ movementId: today.id, reason: 'x' });
  await t.office.admin.fees.counter.mutate({ movementId: older.id, reason: 'x' });
  expect((await account(id)).paid).toBe(7000);
});

test('a refund is at most what was paid', async () => {
  const { id } = await t.given.student();
  await t.office.admin.fees.record.mutate(cash(id, 20_000));
  const refund = { registrationId: id, amount: 20_001, method: 'cash', reason: 'Left' } as const;
  expect(await readRefusal(t.office.admin.fees.refund.mutate(refund))).toMatchObject({
    status: 400,
    details: [{ path: 'amount', message: `At most what was paid: ${formatLocalMoney(20_000)}` }],
  });
  const { id: movementId, number } = await t.office.admin.fees.refund.mutate({ ...refund, amount: 20_000 });
  expect(number).toMatch(/^REF-\d{4}-\d{6}$/);
  const { paid, payments } = await account(id);
  expect([paid, payments[0]]).toMatchObject([0, { kind: 'refund', amount: 20_000, refundNumber: number }]);
  const { filename } = await t.office.admin.fees.receipt.query({ partId: payments[0]?.id ?? 0 });
  expect(filename).toBe(`${number}.pdf`);
  const told = "select data from outgoing_messages where kind = 'fee-change' and data->>'number' = ?";
  expect(await t.sql(told, [number])).toMatchObject([
    { data: { number, amount: 20_000, balance: formatLocalMoney(900_000) } },
  ]);
  expect((await readRefusal(t.office.admin.fees.refund.mutate({ ...refund, amount: 1 }))).status).toBe(400);
  await t.office.admin.fees.counter.mutate({ movementId, reason: 'He came back' });
  expect((await account(id)).paid).toBe(20_000);
});

test.each([
  ['no transaction', { method: 'bank' }, 'operatorId'],
  ['nothing', { amount: 0 }, 'amount'],
  ['half a shilling', { amount: 0.5 }, 'amount'],
  ['too much', { amount: 1_000_000_001 }, 'amount'],
  ['a day to come', { receivedOn: addDaysToToday(2) }, 'receivedOn'],
  ['no day', { receivedOn: '2027-02-30' }, 'receivedOn'],
  ['online', { method: 'online' }, 'method'],
])('refuses to record %s', async (_, wrong, path) => {
  const given = { ...cash(null, 20_000), ...wrong } as ReturnType<typeof cash>;
  expect(await readRefusal(t.office.admin.fees.record.mutate(given))).toMatchObject({
    status: 400,
    details: [{ path }],
  });
});

test('the list has sums, filters, orders and totals', async () => {
  const { id, programId, reference } = await t.given.student({ firstName: 'Zaituni', lastName: 'Oboth' });
  const { id: other } = await t.given.registration({
    programId,
    firstName: 'Abel',
    lastName: 'Oboth',
    startDate: addDaysToToday(0),
  });
  await t.office.admin.registrations.decide.mutate({ id: other, status: 'accepted' });
  const { list, record } = t.office.admin.fees;
  await record.mutate(cash(id, 1_000_000));
  const find = async (query: object) =>
    (await list.query({ programId, ...query })).items.map(({ registrationId }) => registrationId);

  const { items, total, totals } = await list.query({ programId, sort: '-balance' });
  expect({ total, totals }).toEqual({
    total: 2,
    totals: { charged: 1_800_000, paid: 1_000_000, balance: 800_000, overdue: 900_000 },
  });
  expect(items).toEqual([
    expect.objectContaining({ registrationId: other, nextDueOn: addDaysToToday(0), nextDueAmount: 900_000 }),
    {
      registrationId: id,
      reference,
      name: 'Zaituni Oboth',
      program: 'Tailoring',
      startsOn: null,
      status: 'accepted',
      phone: `+${place.callingCode} 700 000 000`,
      guardianPhone: null,
      charged: 900_000,
      paid: 1_000_000,
      balance: -100_000,
      overdue: 0,
      nextDueOn: null,
      nextDueAmount: null,
    },
  ]);
  expect(await find({ state: 'overdue' })).toEqual([other]);
  expect(await find({ state: 'owing' })).toEqual([other]);
  expect(await find({ state: 'settled' })).toEqual([id]);
  expect(await find({ sort: 'name' })).toEqual([other, id]);
  expect(await find({ sort: 'nextDueOn' })).toEqual([other, id]);
  expect(await find({ q: 'zaituni' })).toEqual([id]);
  expect(await find({ q: payCode(id) })).toContain(id);
  expect(await find({ sort: 'reference', limit: 1, offset: 1 })).toEqual([other]);
  expect((await list.query({ programId, limit: 1, offset: 9 })).totals.charged).toBe(1_800_000);

  const { rows } = await postTicket(t, await t.office.admin.fees.exportTicket.mutate({ programId })).then(
    (answer) => ({ rows: answer.body.trim().split('\r\n') }),
  );
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('Abel Oboth');
});

test('only owners give discounts and record old money, and a preview without the right has no sums', async () => {
  const { id, programId } = await t.given.student();
  const { user } = await t.given.account('desk@example.org');
  const desk = t.as('desk@example.org').admin;
  const discount = {
    registrationId: id,
    kind: 'discount',
    label: 'x',
    amount: -1,
    dueOn: addDaysToToday(0),
    reason: 'y',
  } as const;
  expect((await readRefusal(desk.fees.charge.mutate(discount))).status).toBe(403);
  const backdated = { ...cash(id, 500), receivedOn: addDaysToToday(-8) };
  expect((await readRefusal(desk.fees.record.mutate(backdated))).status).toBe(403);
  await desk.fees.record.mutate({ ...backdated, receivedOn: addDaysToToday(-7) });
  expect(await desk.fees.account.query({ registrationId: id })).toMatchObject({ charged: 900_000 });

  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: listRightsBut('fees') });
  const chosen = await desk.registrations.choose.query({ programId });
  const rows = chosen.map((row) => ({ ...row, status: 'rejected' as const }));
  expect((await desk.registrations.previewStatuses.mutate({ rows })).notDue).toEqual([]);
});

test('the overdue accounts are counted', async () => {
  const { id } = await t.given.student();
  const { fees } = t.office.admin;
  const countOverdue = async () => (await fees.list.query({ state: 'overdue', limit: 1, offset: 0 })).total;
  const before = await countOverdue();
  await fees.record.mutate(cash(id, 900_000));
  expect(await countOverdue()).toBe(before - 1);
  expect((await readRefusal(fees.takings.query({ from: '2020-05-05', to: '2020-05-04' }))).status).toBe(400);
});

test('a receipt says who received the money, and printed again it is a copy with the balance of then', async () => {
  const { id } = await t.given.student();
  const { admin } = t.office;
  const { receipts } = await admin.fees.record.mutate(cash(id, 100_000));
  const partId = receipts[0]?.partId ?? 0;
  const print = async (size?: 'a5' | 'roll') => {
    const { content } = await admin.fees.receipt.query({ partId, ...(size && { size }) });
    const pdf = Buffer.from(content, 'base64');
    const text = readPdfLines(pdf)
      .map((line) => line.text)
      .join(' ');
    return { text, width: Number(/MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1'))?.[1]) };
  };
  const first = await print();
  const by = (await account(id)).payments[0]?.recordedBy ?? 'nobody';
  t.wait(60_000);
  await admin.fees.record.mutate({ ...cash(id, 50_000), again: true });
  const again = await print('a5');
  const roll = await print('roll');
  expect([first, again, roll].map(({ width }) => Math.round(width))).toEqual([595, 420, 227]);
  expect([first, again, roll].map(({ text }) => text.includes('Copy'))).toEqual([false, true, true]);
  const balance = first.text.match(/Balance\s+(\S+ [\d,]+)/)?.[1];
  for (const { text } of [first, again, roll]) {
    expect(text).toContain(makeNameFromEmail(by));
    expect(text).not.toContain(by);
    expect(text.match(/Balance\s+(\S+ [\d,]+)/)?.[1]).toBe(balance);
  }
  expect(balance).toBe(formatLocalMoney(800_000));
});

test('the desk finds people before their acceptance, and takes their money', async () => {
  const { id } = await t.given.registration({ firstName: 'Newcomer', lastName: 'Okello' });
  const { fees } = t.office.admin;
  expect(await fees.people.query({ q: 'newcomer okello' })).toMatchObject([
    { registrationId: id, balance: 0 },
  ]);
  expect(await fees.people.query({ q: payCode(id) })).toMatchObject([{ registrationId: id }]);
  await fees.record.mutate(cash(id, 20_000));
  expect(await fees.people.query({ q: 'newcomer okello' })).toMatchObject([{ balance: -20_000 }]);
});

test('the desk finds people of one name with what tells them apart', async () => {
  const lastName = 'Namubiru';
  const { id, programId } = await t.given.student({ firstName: 'Ruth', lastName, phone: '0772 000 071' });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(60) });
  const other = await t.given.registration({ firstName: 'Ruth', lastName, programId, intakeId });
  expect(await t.office.admin.fees.people.query({ q: 'namubiru' })).toMatchObject([
    { registrationId: other.id, program: 'Tailoring', startsOn: addDaysToToday(60), balance: 0 },
    { registrationId: id, program: 'Tailoring', startsOn: null, phone: '0772 000 071', balance: 900_000 },
  ]);
});
