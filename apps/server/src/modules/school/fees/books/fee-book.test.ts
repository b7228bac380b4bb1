import { formatSheetTime } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { postTicket } from '../../../../testing/app/downloads.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const today = addDaysToToday(0);

/** A month of a desk in five rows: cash, a split transfer, a mistake with its counter-entry, and a refund. */
async function givenDesk() {
  await t.sql('truncate fee_movements, fee_parts');
  const ann = await t.given.student({ firstName: 'Annet', lastName: 'Okello' });
  const ben = await t.given.student({ firstName: 'Benon', lastName: 'Okello' });
  await t.given.account('till@example.org');
  const till = t.as('till@example.org').admin.fees;
  await till.record.mutate({
    ...makeFeePayment(ann.id, { amount: 100_000 }),
    receivedOn: addDaysToToday(-3),
  });
  const parts = [
    { registrationId: ann.id, amount: 20_000 },
    { registrationId: ben.id, amount: 30_000 },
  ];
  const transfer = { amount: 60_000, method: 'bank', operatorId: 'TRF9', payerName: 'OKELLO M' } as const;
  await fees().record.mutate({ ...makeFeePayment(null, transfer), parts });
  const wrong = await fees().record.mutate(
    makeFeePayment(ben.id, { amount: 7000, receivedOn: addDaysToToday(-10) }),
  );
  const { id: counter } = await fees().counter.mutate({ movementId: wrong.id, reason: 'Twice' });
  const refund = { registrationId: ann.id, amount: 15_000, method: 'cash', reason: 'Hostel' } as const;
  const { number } = await fees().refund.mutate(refund);
  return { ann, ben, wrong: wrong.id, counter, number };
}

test('the book has every movement with its papers, parts and what takes it back, and sums', async () => {
  const { ann, ben, wrong, counter, number } = await givenDesk();
  const { items, total, totals } = await fees().book.query({});
  expect([total, totals]).toEqual([5, { in: 167_000, out: -22_000, net: 145_000 }]);
  expect(items.map(({ kind, amount, method }) => [kind, amount, method])).toEqual([
    ['refund', -15_000, 'cash'],
    ['counter', -7000, 'cash'],
    ['payment', 7000, 'cash'],
    ['payment', 60_000, 'bank'],
    ['payment', 100_000, 'cash'],
  ]);
  expect(items[0]).toMatchObject({ numbers: [number], reason: 'Hostel', recordedBy: 'office@example.org' });
  expect(items[1]).toMatchObject({ counters: wrong, counteredBy: null, isBackdated: false });
  expect(items[2]).toMatchObject({ counters: null, counteredBy: counter, isBackdated: true });
  expect(items[3]).toMatchObject({
    numbers: [expect.stringMatching(/^FEE-/), expect.stringMatching(/^FEE-/)],
    operatorId: 'TRF9',
    parts: [
      { registrationId: ann.id, name: 'Annet Okello', amount: 20_000 },
      { registrationId: ben.id, name: 'Benon Okello', amount: 30_000 },
    ],
  });
});

test('the book is narrowed by words, days, method, cashier and kind, and sorted', async () => {
  const { ann, number } = await givenDesk();
  const find = async (query: Parameters<ReturnType<typeof fees>['book']['query']>[0]) =>
    (await fees().book.query(query)).items.map(({ amount }) => amount);
  expect(await find({ q: 'trf9' })).toEqual([60_000]);
  expect(await find({ q: number })).toEqual([-15_000]);
  expect(await find({ q: ann.reference })).toEqual([-15_000, 60_000, 100_000]);
  expect(await find({ q: 'annet' })).toEqual([-15_000, 60_000, 100_000]);
  expect(await find({ method: 'bank' })).toEqual([60_000]);
  expect(await find({ kind: 'counter' })).toEqual([-7000]);
  expect(await find({ recordedBy: 'till@example.org' })).toEqual([100_000]);
  expect(await find({ from: addDaysToToday(-3), to: addDaysToToday(-3), by: 'received' })).toEqual([100_000]);
  expect(await find({ from: addDaysToToday(-3), to: addDaysToToday(-1) })).toEqual([]);
  expect(await find({ sort: 'amount', limit: 2 })).toEqual([-15_000, -7000]);
  expect((await fees().book.query({ kind: 'payment' })).totals).toEqual({
    in: 167_000,
    out: 0,
    net: 167_000,
  });
});

test('the file of the book adds up to the book, the takings and the accounts', async () => {
  const { ann, ben } = await givenDesk();
  const { body } = await postTicket(t, await fees().bookTicket.mutate({}));
  const [head = '', ...lines] = body.trim().split('\r\n');
  const at = head.split(',').indexOf('Amount');
  const sum = lines.reduce((all, line) => all + Number(line.split(',')[at]), 0);
  expect([lines.length, sum]).toEqual([5, 145_000]);
  const { items } = await fees().takings.query({ from: today, to: today });
  expect(items.reduce((all, { amount }) => all + amount, 0)).toBe(sum);
  const [anns, bens] = await Promise.all(
    [ann, ben].map(({ id }) => fees().account.query({ registrationId: id })),
  );
  const unassigned = (await fees().unassigned.query({})).items[0]?.amount ?? 0;
  expect((anns?.paid ?? 0) + (bens?.paid ?? 0) + unassigned).toBe(sum);
});

test('takings are by day of recording, cashier and method, with the number of receipts', async () => {
  await givenDesk();
  const day = today;
  const office = 'office@example.org';
  const till = 'till@example.org';
  expect((await fees().takings.query({ from: day, to: day })).items).toEqual([
    { day, recordedBy: office, method: 'bank', amount: 60_000, count: 1, receipts: 2, notValid: 0 },
    { day, recordedBy: office, method: 'cash', amount: -15_000, count: 3, receipts: 0, notValid: 1 },
    { day, recordedBy: till, method: 'cash', amount: 100_000, count: 1, receipts: 1, notValid: 0 },
  ]);
  expect((await fees().takings.query({ from: addDaysToToday(-9), to: addDaysToToday(-1) })).items).toEqual(
    [],
  );
  const { body } = await postTicket(t, await fees().takingsTicket.mutate({ from: day, to: day }));
  expect(body.trim().split('\r\n')).toEqual([
    'Day,Cashier,Method,Amount,Movements,Receipts,Cancelled or Moved',
    `${day},${office},Bank,60000,1,2,0`,
    `${day},${office},Cash,-15000,3,0,1`,
    `${day},${till},Cash,100000,1,1,0`,
  ]);
});

test('takings count a receipt whose money has moved away apart, and one with a rest as valid', async () => {
  const { id } = await t.given.student();
  const { id: toRegistrationId } = await t.given.student();
  const till = t.as('movers@example.org').admin.fees;
  await till.people.query({ q: 'ann' });
  for (const amount of [1000, 2000, 3000]) {
    const { receipts } = await till.record.mutate(makeFeePayment(id, { amount }));
    const partId = receipts[0]?.partId ?? 0;
    if (amount === 1000) await till.unassign.mutate({ partId, reason: 'Not hers' });
    if (amount === 2000) await till.move.mutate({ partId, toRegistrationId, amount: 500, reason: 'His' });
  }
  const { items } = await fees().takings.query({ from: today, to: today });
  expect(items.find(({ recordedBy }) => recordedBy === 'movers@example.org')).toMatchObject({
    amount: 6000,
    count: 3,
    receipts: 2,
    notValid: 1,
  });
});

test('takings are of the box that had the cash, as the closing is, and lead to its rows', async () => {
  await givenDesk();
  const till = t.as('till@example.org').admin.fees;
  const { id } = await till.record.mutate(makeFeePayment(null, { amount: 40_000 }));
  await fees().counter.mutate({ movementId: id, reason: 'Twice' });
  const { items } = await fees().takings.query({ from: today, to: today });
  const cash = items.filter(({ method }) => method === 'cash');
  expect(cash.map(({ recordedBy, amount, count }) => [recordedBy, amount, count])).toEqual([
    ['office@example.org', -15_000, 3],
    ['till@example.org', 100_000, 3],
  ]);
  const { totals } = await fees().book.query({ box: 'till@example.org', from: today, to: today });
  expect(totals.net).toBe(100_000);
  expect(await till.close.mutate({ counted: 100_000 })).toMatchObject({ expected: 100_000 });
});

test('the book of charges has who charged what, and is narrowed by kind, who and words', async () => {
  const { id: registrationId } = await t.given.student({ firstName: 'Chebet', lastName: 'Okello' });
  const extra = { registrationId, kind: 'extra', label: 'Uniform', amount: 45_000, dueOn: today } as const;
  const { id: chargeId } = await fees().charge.mutate(extra);
  await fees().reverse.mutate({ chargeId, reason: 'Has one' });
  const { items, totals } = await fees().chargeBook.query({ q: 'chebet' });
  expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['reversal', -45_000],
    ['extra', 45_000],
    ['instalment', 900_000],
  ]);
  expect(items[0]).toMatchObject({ reverses: chargeId, reason: 'Has one', recordedBy: 'office@example.org' });
  expect(totals).toEqual({ net: 900_000 });
  const found = await fees().chargeBook.query({ q: 'uniform', kind: 'extra', from: today, to: today });
  expect(found.items.map(({ id }) => id)).toEqual([chargeId]);
  expect((await fees().chargeBook.query({ recordedBy: 'nobody@example.org' })).total).toBe(0);
  const { body } = await postTicket(t, await fees().chargesTicket.mutate({ q: 'chebet' }));
  const amounts = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(',')[6]);
  expect(amounts).toEqual(['Amount', '-45000', '45000', '900000']);
  const two = [registrationId, registrationId + 1_000_000];
  expect(await fees().sum.mutate({ registrations: two })).toEqual({ charged: 900_000, paid: 0 });
});

test('a move is a row of its own: whose the money was and is, with nothing in or out', async () => {
  const { ann, ben } = await givenDesk();
  const before = await fees().book.query({});
  const { payments } = await fees().account.query({ registrationId: ann.id });
  const partId = payments.find(({ amount }) => amount === 20_000)?.id ?? 0;
  const move = { partId, toRegistrationId: ben.id, amount: 8000, reason: 'His part' };
  await fees().move.mutate(move);
  await fees().unassign.mutate({ partId, reason: 'Not hers' });
  const { items, total, totals } = await fees().book.query({});
  expect([total, totals]).toEqual([7, before.totals]);
  const readParts = (row: (typeof items)[number] | undefined) =>
    row?.parts.map(({ name, reference, amount }) => [name, reference, amount]);
  expect(items.slice(0, 2).map((row) => [row.kind, row.amount, row.reason, readParts(row)])).toEqual([
    ['move', 0, 'Not hers', [['Annet Okello', ann.reference, -12_000]]],
    [
      'move',
      0,
      'His part',
      [
        ['Annet Okello', ann.reference, -8000],
        ['Benon Okello', ben.reference, 8000],
      ],
    ],
  ]);
  // The payment stays as it was recorded
  expect(items.slice(2)).toEqual(before.items);
  expect((await fees().book.query({ kind: 'move', q: 'benon' })).items.map(({ reason }) => reason)).toEqual([
    'His part',
  ]);
  expect((await fees().book.query({ kind: 'move', q: ann.reference })).total).toBe(2);
});

test('the file of the book has the time in Kampala, references, and what is cancelled by what', async () => {
  const { ann, ben } = await givenDesk();
  const { items } = await fees().book.query({});
  const { body } = await postTicket(t, await fees().bookTicket.mutate({}));
  const [head = '', ...lines] = body.trim().split('\r\n');
  const read = (heading: string) => lines.map((line) => line.split(',')[head.split(',').indexOf(heading)]);
  expect(read('Recorded At')).toEqual(items.map(({ recordedAt }) => formatSheetTime(recordedAt)));
  const counter = items[1]?.numbers[0];
  const wrong = items[2]?.numbers[0];
  expect(read('Cancels')).toEqual(['', wrong, '', '', '']);
  expect(read('Cancelled By')).toEqual(['', '', counter, '', '']);
  expect(body).toContain(`${ann.reference} ${ben.reference},20000 30000`);
});

test('all who keep fees, and all who ever recorded some, can be chosen', async () => {
  await t.given.account('left@example.org');
  await t.as('left@example.org').admin.fees.record.mutate(makeFeePayment(null, { amount: 5 }));
  await t.sql(`update accounts set deactivated_at = now() where email = 'left@example.org'`);
  expect(await fees().cashiers.query()).toEqual(
    expect.arrayContaining(['left@example.org', 'office@example.org', 'till@example.org']),
  );
});
