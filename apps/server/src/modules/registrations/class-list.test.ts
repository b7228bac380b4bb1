import { expect, test } from 'vitest';
import { refusalOf, succeeded } from '../../testing/answers.ts';
import { registration } from '../../testing/given.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();

test('has who is accepted for the intake by last name, without health answers, and is on record', async () => {
  const { id: programId } = await t.given.program({ name: 'Weaving' });
  const { id, startsOn } = await t.given.intake({ programId, seats: 5, place: 'Hall' });
  const { id: other } = await t.given.intake({ programId });
  const seated = async (lastName: string, intakeId: number, status: 'accepted' | 'waiting' = 'accepted') => {
    const { id: one } = await t.given.registration({ programId, intakeId, lastName });
    await succeeded(t.office.api.registrations.update({ params: { id: one }, body: { status } }));
    return one;
  };
  await seated('Zziwa', id);
  await seated('Achan', id);
  await seated('Elsewhere', other);
  await seated('Waiting', id, 'waiting');
  const gone = await seated('Gone', id);
  await succeeded(t.office.api.registrations.remove({ params: { id: gone } }));

  const { classList } = t.office.admin.registrations;
  const list = await classList.query({ id });
  expect(list).toMatchObject({ program: 'Weaving', startsOn, place: 'Hall', seats: 5 });
  expect(list.students.map(({ lastName }) => lastName)).toEqual(['Achan', 'Zziwa']);
  expect(list.students[0]).toMatchObject({ firstName: 'Ann', phone: registration.phone, guardianName: null });
  expect(JSON.stringify(list)).not.toMatch(/Asthma|Nuts|Inhaler/);

  const { items } = await t.office.admin.activity.list.query({ type: 'view', limit: 1, offset: 0 });
  expect(items[0]).toMatchObject({ description: 'Read the class list of Weaving', entityId: id });
});

test('of an intake that is not there there is none', async () => {
  const { id } = await t.given.intake();
  await succeeded(t.office.api.intakes.remove({ params: { id } }));
  const { classList } = t.office.admin.registrations;
  for (const one of [id, 2147483647]) {
    expect(await refusalOf(classList.query({ id: one }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Intake not found',
    });
  }
});
