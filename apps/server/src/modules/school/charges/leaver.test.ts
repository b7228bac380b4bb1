import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.signIn();
const { admin } = t.office;
const signInAs = async (role: 'registrar' | 'bursar') => {
  const { user } = await t.given.account(`${role}@leavers.example`);
  await t.office.admin.accounts.setRole.mutate({ id: user.id, role });
  return t.as(`${role}@leavers.example`);
};
const registrar = await signInAs('registrar');
const bursar = await signInAs('bursar');

async function givenStudent() {
  const instalments = [
    { label: 'Registration', amount: 200_000, dueDays: null },
    { label: 'First term', amount: 500_000, dueDays: 0 },
    { label: 'Second term', amount: 300_000, dueDays: 60 },
  ];
  const { id: programId } = await t.given.program({ price: 1_000_000, instalments });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(30) });
  const { id } = await t.given.registration({ programId, intakeId });
  await admin.registrations.decide.mutate({ id, status: 'accepted' });
  return id;
}

const readCharged = async (registrationId: number) =>
  (await admin.fees.account.query({ registrationId })).charged;
const countWaiting = async () => (await bursar.admin.stats.attention.query()).undecidedLeavers;
const listWaiting = async () =>
  (await bursar.admin.fees.list.query({ state: 'undecided', limit: 100, offset: 0 })).items.map(
    ({ registrationId }) => registrationId,
  );

test('whoever may not decide can withdraw, and the bursar decides what becomes of the fees', async () => {
  const kept = await givenStudent();
  const taken = await givenStudent();
  const before = await countWaiting();
  const leave = { status: 'withdrawn', reversesCharges: true } as const;
  const { waitsForDecision } = await registrar.admin.registrations.decide.mutate({ id: kept, ...leave });
  expect(waitsForDecision).toBe(true);
  await requireSuccess(
    registrar.api.registrations.update({ params: { id: taken }, body: { status: 'rejected' } }),
  );
  expect([await readCharged(kept), await readCharged(taken)]).toEqual([1_000_000, 1_000_000]);
  expect(await countWaiting()).toBe(before + 2);
  expect(await listWaiting()).toEqual(expect.arrayContaining([kept, taken]));
  const { undecided } = await bursar.admin.fees.account.query({ registrationId: kept });
  const days = [
    { dueOn: addDaysToToday(30), amount: 500_000 },
    { dueOn: addDaysToToday(90), amount: 300_000 },
  ];
  expect(undecided).toEqual({ since: addDaysToToday(0), days });

  await bursar.admin.fees.decideLeaver.mutate({ registrationId: kept, reverses: false });
  await bursar.admin.fees.decideLeaver.mutate({ registrationId: taken, reverses: true });
  expect([await readCharged(kept), await readCharged(taken)]).toEqual([1_000_000, 200_000]);
  expect(await countWaiting()).toBe(before);
  expect(await listWaiting()).not.toEqual(expect.arrayContaining([kept]));
  const again = bursar.admin.fees.decideLeaver.mutate({ registrationId: kept, reverses: true });
  expect(await readRefusal(again)).toMatchObject({ status: 409, message: 'This was decided already' });
});

test('many who leave wait for the bursar, and who decides at once leaves no line', async () => {
  const id = await givenStudent();
  const decided = await givenStudent();
  const [row] = (await admin.registrations.choose.query({})).filter((one) => one.id === id);
  const rows = [{ id, version: row?.version ?? 0, status: 'withdrawn' as const }];
  const before = await countWaiting();
  expect(await registrar.admin.registrations.previewStatuses.mutate({ rows })).toMatchObject({
    notDue: [],
    waitsForDecision: true,
  });
  await registrar.admin.registrations.changeStatuses.mutate({ rows, reversesCharges: true });
  expect(await readCharged(id)).toBe(1_000_000);
  await admin.registrations.decide.mutate({ id: decided, status: 'withdrawn', reversesCharges: false });
  expect(await countWaiting()).toBe(before + 1);
});

test('the line goes when the person comes back, and returns with the step that is undone', async () => {
  const id = await givenStudent();
  const before = await countWaiting();
  const { undo } = await registrar.admin.registrations.decide.mutate({ id, status: 'waiting' });
  expect(await readCharged(id)).toBe(1_000_000);
  expect(await countWaiting()).toBe(before + 1);
  const [row] = await registrar.admin.registrations.undoStatuses.mutate({ rows: undo ? [undo] : [] });
  expect(await countWaiting()).toBe(before);
  await registrar.admin.registrations.undoStatuses.mutate({ rows: row ? [row] : [] });
  expect([await countWaiting(), await readCharged(id)]).toEqual([before + 1, 1_000_000]);
});
