import { formatLocalMoney } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.signIn();
const { admin, api } = t.office;
const cheap = await t.given.program({ name: 'Baking', price: 120_000, instalments: [] });
const dear = await t.given.program({ name: 'Nursing', price: 1_800_000, instalments: [] });
const startsOn = addDaysToToday(30);
const parts = [{ label: 'All', amount: 500, dueDays: 0 }];
const { id: cheapIntake } = await t.given.intake({ programId: dear.id, startsOn, instalments: parts });
const { id: fullIntake } = await t.given.intake({ programId: dear.id, startsOn: addDaysToToday(60) });

/** Notes of this person that somebody owes less than the price, oldest first. */
const readNotes = async (id: number) =>
  (await admin.fees.control.query({ month: toLocalDay(t.now()).slice(0, 7) })).items
    .filter(({ kind, registrationId }) => kind === 'below' && registrationId === id)
    .map(({ reason, amount }) => [reason, amount])
    .toReversed();

let people = 0;
async function importPerson(owes: string, program = 'Baking'): Promise<number> {
  people += 1;
  const text = `Name,Phone,Program,Start,Owes\nGrace Akello,07721234${10 + people},${program},,${owes}\n`;
  const { hash } = await admin.fees.planPeople.mutate({ text });
  await admin.fees.importPeople.mutate({ text, hash });
  const [row] = await t.sql<{ id: number }>('select max(id) as id from registrations');
  return row?.id ?? 0;
}
async function decide(id: number, status: 'accepted' | 'waiting' | 'withdrawn' | 'completed') {
  const { undo } = await admin.registrations.decide.mutate({ id, status, anyway: status === 'completed' });
  return undo ? [undo] : [];
}

test.each([
  ['the office', (id: number) => admin.registrations.changeCourse.mutate({ id, programId: dear.id })],
  [
    'a program of somebody else',
    (id: number) =>
      requireSuccess(api.registrations.update({ params: { id }, body: { programId: dear.id } })),
  ],
])('whom %s moves from a course of 120,000 to one of 1,800,000 for nothing is noted', async (_, move) => {
  const id = await importPerson('120000');
  expect(await readNotes(id)).toEqual([]);
  await move(id);
  expect(await readNotes(id)).toEqual([
    [`Another course, owes ${formatLocalMoney(120_000)} of ${formatLocalMoney(1_800_000)}`, 1_680_000],
  ]);
});

test('an imported person is noted once, not again with an intake of the course, a note or its end', async () => {
  const id = await importPerson('50000', 'Nursing');
  const noted = [[`Imported, owes ${formatLocalMoney(50_000)} of ${formatLocalMoney(1_800_000)}`, 1_750_000]];
  expect(await readNotes(id)).toEqual(noted);
  await admin.registrations.changeCourse.mutate({ id, intakeId: fullIntake });
  await admin.registrations.decide.mutate({ id, note: 'Called' });
  await decide(id, 'completed');
  await admin.registrations.undoStatuses.mutate({ rows: await decide(id, 'accepted') });
  expect(await readNotes(id)).toEqual(noted);
});

test('who moves into an intake that costs less than the program is noted, and not when it is left', async () => {
  const { id } = await t.given.registration({ programId: dear.id, intakeId: fullIntake });
  await decide(id, 'accepted');
  expect(await readNotes(id)).toEqual([]);
  await admin.registrations.changeCourse.mutate({ id, intakeId: cheapIntake });
  const noted = [
    [`Another course, owes ${formatLocalMoney(500)} of ${formatLocalMoney(1_800_000)}`, 1_799_500],
  ];
  expect(await readNotes(id)).toEqual(noted);
  await admin.registrations.changeCourse.mutate({ id, intakeId: fullIntake });
  expect(await readNotes(id)).toEqual(noted);
});

test('an acceptance is noted of one, of many and from the waiting list, and Undo of a leaver notes no more', async () => {
  const enter = () => t.given.registration({ programId: dear.id, intakeId: cheapIntake });
  const one = await enter();
  const many = await enter();
  const waiting = await enter();
  await decide(one.id, 'accepted');
  const rows = [{ id: many.id, version: 1, status: 'accepted' as const }];
  await admin.registrations.changeStatuses.mutate({ rows, agesConfirmed: true });
  await decide(waiting.id, 'waiting');
  await decide(waiting.id, 'accepted');
  const noted = [[`Accepted, owes ${formatLocalMoney(500)} of ${formatLocalMoney(1_800_000)}`, 1_799_500]];
  for (const { id } of [one, many, waiting]) {
    expect(await readNotes(id)).toEqual(noted);
    await admin.registrations.undoStatuses.mutate({ rows: await decide(id, 'withdrawn') });
    expect(await readNotes(id)).toEqual(noted);
  }
});

test('who left a cheap course, and comes back by Undo into a dear one, is noted', async () => {
  const { id } = await t.given.registration({ programId: cheap.id });
  await decide(id, 'accepted');
  const [undo] = await decide(id, 'withdrawn');
  if (!undo) throw new Error('There is nothing to undo');
  await admin.registrations.changeCourse.mutate({ id, programId: dear.id });
  const [row] = await t.sql<{ version: number }>('select version from registrations where id = ?', [id]);
  await admin.registrations.undoStatuses.mutate({ rows: [{ ...undo, version: row?.version ?? 0 }] });
  expect(await readNotes(id)).toEqual([
    [`Accepted again, owes ${formatLocalMoney(120_000)} of ${formatLocalMoney(1_800_000)}`, 1_680_000],
  ]);
});
