import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { testPassword, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.signIn();
const { admin } = t.office;
const signInAs = async (name: string, rights: ReturnType<typeof listRightsBut>) => {
  const { user } = await t.given.account(`${name}@debts.example`);
  await admin.accounts.setRights.mutate({ id: user.id, rights });
  return t.as(`${name}@debts.example`);
};
const registrar = await signInAs('registrar', ['registrations']);
const both = await signInAs('both', listRightsBut());

const { id: cheap } = await t.given.program({ price: 600_000, instalments: [] });
const { id: free } = await t.given.program({ price: 1, instalments: [] });

/** Owes 1,000,000, of which `due` days decide what is due. */
async function givenStudent(dueDays: number) {
  const instalments = [
    { label: 'Start', amount: 200_000, dueDays },
    { label: 'Term', amount: 800_000, dueDays: 60 },
  ];
  const { id: programId } = await t.given.program({ price: 1_000_000, instalments });
  const { id } = await t.given.registration({ programId, startDate: addDaysToToday(0) });
  await admin.registrations.decide.mutate({ id, status: 'accepted' });
  return id;
}
const readCharged = async (registrationId: number) =>
  (await admin.fees.account.query({ registrationId })).charged;
const lowers = 'This makes somebody owe less. Your account has no right to fees. Ask whoever keeps them';

test('a cheaper course asks for the right to fees, and one that is free for an owner', async () => {
  const id = await givenStudent(10);
  const toCheap = { id, programId: cheap, difference: 'keep' } as const;
  const refused = { status: 403, message: lowers };
  expect(await readRefusal(registrar.admin.registrations.changeCourse.mutate(toCheap))).toMatchObject(
    refused,
  );
  const overRest = registrar.api.registrations.update({ params: { id }, body: { programId: free } });
  expect((await overRest).status).toBe(403);
  const toFree = both.admin.registrations.changeCourse.mutate({ id, programId: free, difference: 'keep' });
  expect((await readRefusal(toFree)).message).toBe('Only the owner of this site may do this');
  expect(await readCharged(id)).toBe(1_000_000);
  await both.admin.registrations.changeCourse.mutate(toCheap);
  expect(await readCharged(id)).toBe(600_000);
});

test('whoever may not decide moves people to a course that costs as much, or more than what is due', async () => {
  const id = await givenStudent(0);
  const { id: dearer } = await t.given.program({ price: 1_200_000, instalments: [] });
  await registrar.admin.registrations.changeCourse.mutate({ id, programId: dearer });
  expect(await readCharged(id)).toBe(1_200_000);
});

test('what is due is taken back with the password of the last ten minutes, over REST too', async () => {
  const id = await givenStudent(0);
  const { id: cheapest } = await t.given.program({ price: 100_000, instalments: [] });
  const session = t.withToken((await t.signIn()).token);
  const update = () =>
    session.api.registrations.update({
      params: { id },
      body: { programId: cheapest, difference: 'reverse' },
    });
  t.wait(11 * 60_000);
  expect(await update()).toMatchObject({ status: 403, body: { error: { code: 'PASSWORD_REQUIRED' } } });
  expect(await readCharged(id)).toBe(1_000_000);
  await session.admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  await requireSuccess(update());
  expect(await readCharged(id)).toBe(100_000);
});
