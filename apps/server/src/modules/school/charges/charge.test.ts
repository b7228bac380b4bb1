import { formatLocalMoney } from '@institute/contract/money';
import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { subtractChargedAmount } from './charge.service.ts';

const t = await useTestApp();

const instalments = [
  { label: 'Registration', amount: 200_000, dueDays: null },
  { label: 'First term', amount: 500_000, dueDays: 0 },
  { label: 'Second term', amount: 300_000, dueDays: 60 },
];

async function givenApplicant(program: object = { price: 1_000_000, instalments }) {
  const { id: programId } = await t.given.program(program);
  const intake = await t.given.intake({ programId, startsOn: addDaysToToday(30) });
  const { id } = await t.given.registration({ programId, intakeId: intake.id });
  return { id, programId, intake };
}

type Decision = Parameters<typeof t.office.admin.registrations.decide.mutate>[0];
const decide = (id: number, decision: Omit<Decision, 'id'>) =>
  t.office.admin.registrations.decide.mutate({ id, ...decision });
const lines = async (id: number) =>
  (await t.office.admin.fees.account.query({ registrationId: id })).charges.map(
    ({ kind, label, amount, dueOn }) => [kind, label, amount, dueOn],
  );
const sums = async (id: number) => {
  const { charged, overdue } = await t.office.admin.fees.account.query({ registrationId: id });
  return { charged, overdue };
};

test('accepting writes the instalments of the program once, with their days', async () => {
  const { id } = await givenApplicant();
  expect(await lines(id)).toEqual([]);
  await decide(id, { status: 'accepted' });
  const charged = [
    ['instalment', 'Registration', 200_000, addDaysToToday(0)],
    ['instalment', 'First term', 500_000, addDaysToToday(30)],
    ['instalment', 'Second term', 300_000, addDaysToToday(90)],
  ];
  expect(await lines(id)).toEqual(charged);
  await decide(id, { status: 'completed', anyway: true });
  await decide(id, { status: 'accepted' });
  expect(await lines(id)).toEqual(charged);
});

test('whoever accepts at the same moment, the charges are written once', async () => {
  const { id, programId } = await givenApplicant();
  const [chosen] = await t.office.admin.registrations.choose.query({ programId });
  const rows = [{ id, version: chosen?.version ?? 0, status: 'accepted' as const }];
  const accepts = [
    ...Array.from({ length: 5 }, () => decide(id, { status: 'accepted' })),
    ...Array.from({ length: 5 }, () =>
      t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }),
    ),
    t.office.admin.registrations.changeStatuses.mutate({ rows }),
  ];
  await Promise.allSettled(accepts);
  expect(await sums(id)).toEqual({ charged: 1_000_000, overdue: 200_000 });
  expect(await lines(id)).toHaveLength(3);
});

test('rejecting reverses what is not due only when the office says so', async () => {
  const { id: kept } = await givenApplicant();
  await decide(kept, { status: 'accepted' });
  await decide(kept, { status: 'rejected' });
  expect(await sums(kept)).toEqual({ charged: 1_000_000, overdue: 200_000 });

  const { id } = await givenApplicant();
  await decide(id, { status: 'accepted' });
  await decide(id, { status: 'withdrawn', reversesCharges: true });
  expect(await sums(id)).toEqual({ charged: 200_000, overdue: 200_000 });
  expect((await lines(id)).filter(([kind]) => kind === 'reversal')).toEqual([
    ['reversal', 'First term', -500_000, addDaysToToday(30)],
    ['reversal', 'Second term', -300_000, addDaysToToday(90)],
  ]);
  await decide(id, { status: 'accepted' });
  expect(await sums(id)).toEqual({ charged: 1_000_000, overdue: 200_000 });
});

test('a bulk rejection says what is not due, and reverses it', async () => {
  const { id } = await givenApplicant();
  const { undo } = await decide(id, { status: 'accepted' });
  const admin = t.office.admin.registrations;
  const rows = [{ id, version: undo?.version ?? 0, status: 'rejected' } as const];
  expect(await admin.previewStatuses.mutate({ rows })).toMatchObject({
    notDue: [
      { dueOn: addDaysToToday(30), amount: 500_000 },
      { dueOn: addDaysToToday(90), amount: 300_000 },
    ],
    waitsForDecision: false,
  });
  await admin.changeStatuses.mutate({ rows, reversesCharges: true });
  expect(await sums(id)).toEqual({ charged: 200_000, overdue: 200_000 });
});

test('what is due stays when a status goes back and forth, and only one’s own last change is undone', async () => {
  const { id } = await givenApplicant();
  const { undo } = await decide(id, { status: 'accepted' });
  await t.given.account('desk@fees.example');
  const desk = t.as('desk@fees.example').admin.registrations;
  const strange = [{ id, version: undo?.version ?? 0, status: 'new' as const }];
  expect((await readRefusal(desk.undoStatuses.mutate({ rows: strange }))).status).toBe(409);
  const other = [{ id, version: undo?.version ?? 0, status: 'rejected' as const }];
  expect((await readRefusal(t.office.admin.registrations.undoStatuses.mutate({ rows: other }))).status).toBe(
    409,
  );
  await decide(id, { status: 'new' });
  await decide(id, { status: 'withdrawn' });
  expect(await sums(id)).toEqual({ charged: 200_000, overdue: 200_000 });
});

test('a registration with charges or money is deleted by an owner only', async () => {
  const { id } = await givenApplicant();
  await decide(id, { status: 'accepted' });
  await t.given.account('clerk@fees.example');
  const clerk = t.as('clerk@fees.example').admin.registrations;
  expect(await readRefusal(clerk.remove.mutate({ id }))).toMatchObject({
    status: 403,
    message: expect.stringMatching(/^REG-\S+ has fees\. Only an owner may delete it$/),
  });
  await t.office.admin.registrations.remove.mutate({ id });
});

test('another intake reverses what is not due and writes it anew, with its own days', async () => {
  const { id, programId } = await givenApplicant();
  await decide(id, { status: 'accepted' });
  const later = await t.given.intake({ programId, startsOn: addDaysToToday(100) });
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { intakeId: later.id } }));
  expect((await lines(id)).filter(([, , , dueOn]) => String(dueOn) >= addDaysToToday(100))).toEqual([
    ['instalment', 'First term', 500_000, addDaysToToday(100)],
    ['instalment', 'Second term', 300_000, addDaysToToday(160)],
  ]);
  expect(await sums(id)).toEqual({ charged: 1_000_000, overdue: 200_000 });
});

test('a charge is added, discounted and reversed by a line of its own', async () => {
  const { id } = await givenApplicant();
  const { fees } = t.office.admin;
  const charge = { registrationId: id, dueOn: addDaysToToday(-1) };
  const { id: kit } = await fees.charge.mutate({ ...charge, kind: 'extra', label: 'Kit', amount: 50_000 });
  const discount = { ...charge, kind: 'discount', label: 'Sibling', amount: -10_000 } as const;
  expect(await readRefusal(fees.charge.mutate(discount))).toMatchObject({
    status: 400,
    details: [{ path: 'reason' }],
  });
  await fees.charge.mutate({ ...discount, reason: 'A sister studies here' });
  expect(await sums(id)).toEqual({ charged: 40_000, overdue: 40_000 });

  await fees.reverse.mutate({ chargeId: kit, reason: 'Has one' });
  expect(await readRefusal(fees.reverse.mutate({ chargeId: kit, reason: 'Has one' }))).toMatchObject({
    status: 409,
  });
  expect(await sums(id)).toEqual({ charged: -10_000, overdue: 0 });
  const wrong = { ...charge, kind: 'extra', label: 'Kit', amount: -5 } as const;
  expect((await readRefusal(fees.charge.mutate(wrong))).status).toBe(400);
});

test('leaves out what stands already, from the earliest day on', () => {
  const due = [
    { label: 'Two', amount: 300, dueOn: '2027-02-01' },
    { label: 'One', amount: 500, dueOn: '2027-01-01' },
  ];
  expect(subtractChargedAmount(due, 600)).toEqual([{ label: 'Two', amount: 200, dueOn: '2027-02-01' }]);
  expect(subtractChargedAmount(due, 900)).toEqual([]);
});

const update = (id: number, body: Parameters<typeof t.office.api.registrations.update>[0]['body']) =>
  t.office.api.registrations.update({ params: { id }, body });

test('a withdrawal over REST leaves what is due, and reverses what is not when it is asked to', async () => {
  const { id } = await givenApplicant();
  await decide(id, { status: 'accepted' });
  await requireSuccess(update(id, { status: 'withdrawn', reversesCharges: true }));
  expect(await sums(id)).toEqual({ charged: 200_000, overdue: 200_000 });
});

test('a cheaper course asks what becomes of what is due above its price', async () => {
  const { id } = await givenApplicant();
  await decide(id, { status: 'accepted' });
  const { id: programId } = await t.given.program({ price: 150_000, instalments: [] });
  const message = `${formatLocalMoney(50_000)} more is due already than this course costs`;
  expect(await readRefusal(update(id, { programId }))).toMatchObject({
    status: 409,
    details: [{ path: 'difference', message }],
  });
  await t.given.account('clerk@difference.example');
  const clerk = t.as('clerk@difference.example').admin.registrations;
  const reversed = clerk.changeCourse.mutate({ id, programId, difference: 'reverse' });
  expect((await readRefusal(reversed)).status).toBe(403);
  expect(await sums(id)).toEqual({ charged: 1_000_000, overdue: 200_000 });

  await requireSuccess(update(id, { programId, difference: 'keep' }));
  expect(await sums(id)).toEqual({ charged: 200_000, overdue: 200_000 });
  const { id: cheapest } = await t.given.program({ price: 100_000, instalments: [] });
  await t.office.admin.registrations.changeCourse.mutate({ id, programId: cheapest, difference: 'reverse' });
  expect((await sums(id)).charged).toBe(100_000);
});

test('a change of course charges nobody who was imported', async () => {
  const { id: former } = await t.given.program({ name: 'Weaving', price: 900_000 });
  const text = 'Name,Phone,Program,Start,Owes\nGrace Akello,0772 123 456,Weaving,,350000\n';
  const { fees, registrations } = t.office.admin;
  const { hash } = await fees.planPeople.mutate({ text });
  await fees.importPeople.mutate({ text, hash });
  const [imported] = await registrations.choose.query({ programId: former });
  const id = imported?.id ?? 0;
  const { id: programId } = await t.given.program({ price: 1_000_000, instalments });
  await registrations.changeCourse.mutate({ id, programId });
  expect(await sums(id)).toEqual({ charged: 350_000, overdue: 350_000 });
});

test('an intake that starts later moves the due days of its people when it is asked to', async () => {
  const { id, intake } = await givenApplicant();
  await decide(id, { status: 'accepted' });
  const before = await lines(id);
  const { intakes } = t.office.admin;
  await intakes.update.mutate({ id: intake.id, changes: { startsOn: addDaysToToday(37) } });
  expect(await lines(id)).toEqual(before);
  const { user } = await t.given.account('clerk@moving.example');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: listRightsBut('fees') });
  const clerk = t.as('clerk@moving.example').admin.intakes;
  const moved = { startsOn: addDaysToToday(50), moveDues: true };
  // Who may not move them sees what would move
  const asked = { intakeId: intake.id, startsOn: moved.startsOn };
  expect(await clerk.planMoveDues.query(asked)).toEqual({
    people: 1,
    instalments: [
      { label: 'Registration', from: null, to: null, isKnown: true, people: 1 },
      { label: 'First term', from: addDaysToToday(30), to: addDaysToToday(50), isKnown: true, people: 1 },
      { label: 'Second term', from: addDaysToToday(90), to: addDaysToToday(110), isKnown: true, people: 1 },
    ],
  });
  expect((await readRefusal(clerk.update.mutate({ id: intake.id, changes: moved }))).status).toBe(403);
  await intakes.update.mutate({ id: intake.id, changes: moved });
  expect(await lines(id)).toEqual([
    before[0],
    ['instalment', 'First term', 500_000, addDaysToToday(30)],
    ['reversal', 'First term', -500_000, addDaysToToday(30)],
    ['instalment', 'First term', 500_000, addDaysToToday(50)],
    ['instalment', 'Second term', 300_000, addDaysToToday(90)],
    ['reversal', 'Second term', -300_000, addDaysToToday(90)],
    ['instalment', 'Second term', 300_000, addDaysToToday(110)],
  ]);
  expect(await sums(id)).toEqual({ charged: 1_000_000, overdue: 200_000 });
});
