import { addDays, toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.signIn();
const { admin } = t.office;
const { user } = await t.given.account('bursar@prices.example');
await admin.accounts.setRights.mutate({ id: user.id, rights: ['fees'] });
const { fees } = (await t.as('bursar@prices.example')).admin;

const halves = [
  { label: 'First half', amount: 500_000, dueDays: null },
  { label: 'Second half', amount: 500_000, dueDays: 60 },
];
const findPriced = async (id: number) => (await fees.prices.query()).find((program) => program.id === id);

test('the right to fees alone lists and sets prices, as an ordinary change of the program', async () => {
  const { id } = await t.given.program({ name: 'Weaving', price: 1_800_000, isActive: false });
  const before = await findPriced(id);
  expect(before).toMatchObject({ name: 'Weaving', price: 1_800_000, instalments: [], intakes: [] });

  await fees.setPrice.mutate({ programId: id, price: 1_000_000, instalments: halves, ifMatch: before?.tag });
  expect(await findPriced(id)).toMatchObject({ price: 1_000_000, instalments: halves });
  const { view } = await admin.programs.get.query({ id });
  expect(view).toMatchObject({ name: 'Weaving', isActive: false, price: 1_000_000 });
  const [version] = await admin.programs.versions.list.query({ id });
  expect(version).toMatchObject({ by: 'bursar@prices.example' });
  const { items } = await admin.fees.control.query({ month: toLocalDay(t.now()).slice(0, 7) });
  expect(items[0]).toMatchObject({ kind: 'price', by: 'bursar@prices.example', amount: 800_000 });

  // Somebody else was faster, and instalments that are not sent stay
  const late = fees.setPrice.mutate({ programId: id, price: 1, instalments: [], ifMatch: before?.tag });
  expect((await readRefusal(late)).status).toBe(412);
  await fees.setPrice.mutate({ programId: id, price: 900_000 });
  expect(await findPriced(id)).toMatchObject({ price: 900_000, instalments: halves });
});

test('an intake gets instalments of its own, in the year after its start too', async () => {
  const { id } = await t.given.program({ name: 'Carving', price: 1_000_000 });
  const { id: intake } = await t.given.intake({ programId: id, startsOn: addDaysToToday(30) });
  const begunOn = (days: number) => addDays(toLocalDay(t.now()), -days);
  for (const days of [365, 366]) {
    const { id: begun } = await t.given.intake({ programId: id, startsOn: addDaysToToday(40) });
    await t.sql(`update intakes set starts_on = '${begunOn(days)}', is_open = false where id = ${begun}`);
  }
  await fees.setPrice.mutate({ intakeId: intake, instalments: halves });
  expect((await findPriced(id))?.intakes).toMatchObject([
    { startsOn: begunOn(365), instalments: [] },
    { id: intake, startsOn: addDaysToToday(30), instalments: halves },
  ]);
});

test('a price says whose it is, and is one that a form takes', async () => {
  const { id } = await t.given.program({ price: 1_000_000 });
  const { id: intake } = await t.given.intake({ programId: id, startsOn: addDaysToToday(30) });
  const faulty = [
    [{ price: 1 }, 'programId'],
    [{ programId: id, intakeId: intake }, 'programId'],
    [{ intakeId: intake, price: 1 }, 'price'],
    [{ programId: id, price: -1 }, 'price'],
    [{ programId: id, instalments: [{ label: 'All', amount: 5 }] }, 'instalments.0.amount'],
  ] as const;
  for (const [input, path] of faulty) {
    const { status, details } = await readRefusal(fees.setPrice.mutate(structuredClone<object>(input)));
    expect([status, details?.[0]?.path]).toEqual([400, path]);
  }
  expect(await findPriced(id)).toMatchObject({ price: 1_000_000, instalments: [] });
});
