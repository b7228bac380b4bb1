import type { Right } from '@institute/contract/rights.constants';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import type { AdminClient } from '../../../testing/app/caller.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { fees } = t.office.admin;

const { id: programId } = await t.given.program({
  price: 1_800_000,
  instalments: [
    { label: 'Registration', amount: 800_000, dueDays: null },
    { label: 'First term', amount: 600_000, dueDays: 30 },
    { label: 'Second term', amount: 400_000, dueDays: 90 },
  ],
});
const { user } = await t.given.account('clerk@undo.example');
const onlyRegistrations = listRightsBut('content', 'health', 'fees', 'certificates', 'settings');
const setRights = (rights: Right[]) => t.office.admin.accounts.setRights.mutate({ id: user.id, rights });
/** Decides with the right to registrations alone. */
const clerk = t.as('clerk@undo.example').admin.registrations;

const whole = { charged: 1_800_000, overdue: 800_000 };

const givenApplicant = async (): Promise<number> =>
  (await t.given.registration({ programId, startDate: addDaysToToday(0) })).id;

type Decision = Parameters<AdminClient['registrations']['decide']['mutate']>[0];

/** Returns what `undo` takes. */
async function decide(id: number, decision: Omit<Decision, 'id'>) {
  // Only who keeps the fees takes back what is not due
  await setRights(decision.reversesCharges ? [...onlyRegistrations, 'fees'] : onlyRegistrations);
  const { undo } = await clerk.decide.mutate({ id, ...decision });
  if (!undo) throw new Error('The status stays');
  return undo;
}
type Undo = Awaited<ReturnType<typeof decide>>;

/** Returns what undoes the undo. */
async function undo(...rows: Undo[]): Promise<Undo[]> {
  return clerk.undoStatuses.mutate({ rows });
}

const sums = async (id: number) => {
  const { charged, overdue } = await fees.account.query({ registrationId: id });
  return { charged, overdue };
};

/** The lines that nothing has reversed. */
async function standing(id: number) {
  const { charges } = await fees.account.query({ registrationId: id });
  const reversed = new Set(charges.map(({ reverses }) => reverses));
  return charges
    .filter((line) => line.kind !== 'reversal' && !reversed.has(line.id))
    .map(({ kind, label, amount, dueOn }) => [kind, label, amount, dueOn]);
}

test('the undo of a withdrawal brings back exactly what the withdrawal reversed', async () => {
  const id = await givenApplicant();
  await decide(id, { status: 'accepted' });
  const later = { registrationId: id, dueOn: addDaysToToday(40) };
  await fees.charge.mutate({ ...later, kind: 'extra', label: 'Kit', amount: 50_000 });
  const { id: reversed } = await fees.charge.mutate({ ...later, kind: 'extra', label: 'Bus', amount: 9000 });
  await fees.reverse.mutate({ chargeId: reversed, reason: 'Walks' });
  const before = await standing(id);
  const withdrawn = await decide(id, { status: 'withdrawn', reversesCharges: true });
  expect(await sums(id)).toEqual({ charged: 800_000, overdue: 800_000 });
  await undo(withdrawn);
  expect((await standing(id)).toSorted()).toEqual(before.toSorted());

  // What stands again can be reversed again
  await decide(id, { status: 'withdrawn', reversesCharges: true });
  expect(await sums(id)).toEqual({ charged: 800_000, overdue: 800_000 });
});

test('the undo of a withdrawal charges nobody what was not on the account before', async () => {
  const { id: program } = await t.given.program({ name: 'Knitting', price: 900_000 });
  const text = 'Name,Phone,Program,Start,Owes\nGrace Akello,0772 123 456,Knitting,,350000\n';
  const { hash } = await fees.planPeople.mutate({ text });
  await fees.importPeople.mutate({ text, hash });
  const [imported] = await clerk.choose.query({ programId: program });
  const withdrawn = await decide(imported?.id ?? 0, { status: 'withdrawn', reversesCharges: true });
  await undo(withdrawn);
  expect(await sums(imported?.id ?? 0)).toEqual({ charged: 350_000, overdue: 350_000 });
});

test('an undo that is pressed twice at once happens once', async () => {
  const id = await givenApplicant();
  await decide(id, { status: 'accepted' });
  const withdrawn = await decide(id, { status: 'withdrawn', reversesCharges: true });
  const outcomes = await Promise.allSettled([undo(withdrawn), undo(withdrawn), undo(withdrawn)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sums(id)).toEqual(whole);
});

test('an undo from a screen that is older than another change is refused, and no fee changes', async () => {
  const id = await givenApplicant();
  const accepted = await decide(id, { status: 'accepted' });
  const { id: later } = await t.given.intake({ programId, startsOn: addDaysToToday(50) });
  await clerk.changeCourse.mutate({ id, intakeId: later });
  const before = await standing(id);
  expect((await readRefusal(undo(accepted))).status).toBe(412);
  expect(await standing(id)).toEqual(before);
});

test('the undo of a step from before the update lowers no debt', async () => {
  const id = await givenApplicant();
  const accepted = await decide(id, { status: 'accepted' });
  await t.sql('update registration_changes set charges = null');
  const [redo] = await undo(accepted);
  expect(await sums(id)).toEqual(whole);
  expect(redo).toMatchObject({ id, status: 'accepted' });

  await decide(id, { status: 'accepted' });
  const withdrawn = await decide(id, { status: 'withdrawn', reversesCharges: true });
  await t.sql('update registration_changes set charges = null');
  await undo(withdrawn);
  expect(await sums(id)).toEqual(whole);
});
