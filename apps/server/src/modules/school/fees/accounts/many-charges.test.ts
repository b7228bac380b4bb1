import { formatLocalMoney } from '@institute/contract/money';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const exam = { label: 'Exam fee', amount: 80_000, dueOn: addDaysToToday(20) };

async function givenClass(size: number, price = 0) {
  const { id: programId } = await t.given.program({ price, instalments: [] });
  const { id: intakeId } = await t.given.intake({ programId });
  const ids: number[] = [];
  for (let at = 0; at < size; at++) {
    const { id } = await t.given.registration({ programId, intakeId });
    await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
    ids.push(id);
  }
  return { programId, intakeId, ids };
}
const readCharged = async (ids: readonly number[]) =>
  Promise.all(
    ids.map(async (registrationId) => (await t.office.admin.fees.account.query({ registrationId })).charged),
  );

test('charges a class once, and says before who has the charge already', async () => {
  const { fees } = t.office.admin;
  const { programId, intakeId, ids } = await givenClass(3);
  const [first = 0, second = 0, third = 0] = ids;
  await t.given.registration({ programId, intakeId });
  await fees.charge.mutate({ ...exam, label: 'EXAM FEE', registrationId: second, kind: 'extra' });
  const registrations = { intakeId };
  const { people, ...plan } = await fees.planChargeMany.mutate({ registrations, ...exam });
  expect(plan).toEqual({ count: 2, total: 160_000, already: 1, high: 0 });
  expect(people.map(({ registrationId, owes }) => [registrationId, owes])).toEqual([
    [first, null],
    [second, 80_000],
    [third, null],
  ]);
  const answers = await Promise.all([1, 2, 3].map(() => fees.chargeMany.mutate({ registrations, ...exam })));
  expect(answers.map(({ count }) => count).toSorted()).toEqual([0, 0, 2]);
  expect(await readCharged(ids)).toEqual([80_000, 80_000, 80_000]);
  expect(await fees.chargeMany.mutate({ registrations: [first], ...exam, label: 'Uniform' })).toEqual({
    count: 1,
    total: 80_000,
    already: 0,
  });
});

test('only an owner reverses the charge of a class, from who has it', async () => {
  const { fees } = t.office.admin;
  const { intakeId, ids } = await givenClass(2);
  const [first = 0, second = 0] = ids;
  await fees.chargeMany.mutate({ registrations: { intakeId }, ...exam });
  const reversal = { registrations: ids, label: exam.label, reason: 'No exam' };
  await t.given.account('bursar@class.example');
  const bursar = t.as('bursar@class.example').admin.fees;
  expect((await readRefusal(bursar.reverseMany.mutate(reversal))).status).toBe(403);
  await fees.reverseMany.mutate({ ...reversal, registrations: [first] });
  expect(await fees.planReverseMany.mutate(reversal)).toMatchObject({
    count: 1,
    total: 80_000,
    people: [{ registrationId: second }],
  });
  expect(await fees.reverseMany.mutate({ ...reversal, registrations: { intakeId } })).toEqual({ count: 1 });
  expect(await readCharged(ids)).toEqual([0, 0]);
  expect(await fees.reverseMany.mutate(reversal)).toEqual({ count: 0 });
  expect(await fees.chargeMany.mutate({ registrations: ids, ...exam })).toMatchObject({ count: 2 });
});

test('ten times the price of the program is asked about, for one person and for a class', async () => {
  const { fees } = t.office.admin;
  const { intakeId, ids } = await givenClass(2, 100_000);
  const [first = 0] = ids;
  const tenfold = { ...exam, amount: 1_000_000 };
  const question = `${formatLocalMoney(1_000_000)} is 10 times the price of the program or more. Charge it?`;
  const one = { ...tenfold, registrationId: first, kind: 'extra' } as const;
  const refused = await readRefusal(fees.charge.mutate(one));
  expect([refused.status, refused.details]).toEqual([409, [{ path: 'again', message: question }]]);
  const registrations = { intakeId };
  expect(await fees.planChargeMany.mutate({ registrations, ...tenfold })).toMatchObject({ high: 2 });
  expect((await readRefusal(fees.chargeMany.mutate({ registrations, ...tenfold }))).status).toBe(409);
  expect(await readCharged(ids)).toEqual([100_000, 100_000]);
  await fees.charge.mutate({ ...one, again: true });
  await fees.chargeMany.mutate({ registrations, ...tenfold, label: 'Trip', again: true });
  await fees.charge.mutate({ ...one, amount: 999_999 });
  expect(await readCharged(ids)).toEqual([3_099_999, 1_100_000]);
});
