import { expect, test } from 'vitest';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { countRegistrationWeeks } from './registration-weeks.service.ts';

const t = await useTestApp();

/** A Wednesday. Its week began on Monday 9 November at midnight in Kampala. */
const now = () => new Date('2026-11-11T10:00:00Z');
const weeks = () => countRegistrationWeeks({ em: t.em(), now });

async function registered(programId: number, ...instants: string[]) {
  for (const instant of instants) {
    const { id } = await t.given.registration({ programId });
    await t.sql('update registrations set created_at = ? where id = ?', [instant, id]);
  }
}

test('shows twelve weeks and no program without registrations', async () => {
  const { weeks: mondays, programs } = await weeks();
  expect([mondays.length, mondays[0], mondays.at(-1)]).toEqual([12, '2026-08-24', '2026-11-09']);
  expect(programs).toEqual([]);
});

test('a week begins on Monday in Kampala, and the oldest is the twelfth', async () => {
  const { id: tailoring } = await t.given.program({ name: 'Tailoring' });
  await registered(
    tailoring,
    '2026-11-08T20:59:59Z',
    '2026-11-08T21:00:00Z',
    '2026-11-11T09:00:00Z',
    '2026-08-23T21:00:00Z',
    '2026-08-23T20:59:59Z',
  );
  expect((await weeks()).programs).toEqual([
    { name: 'Tailoring', counts: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2] },
  ]);
});

test('deleted registrations do not count, and beyond six programs the smallest share a series', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
    await registered((await t.given.program({ name })).id, '2026-11-10T09:00:00Z');
  }
  const { id: programId } = await t.given.program({ name: 'Gone' });
  const { id } = await t.given.registration({ programId });
  await requireSuccess(t.office.api.registrations.remove({ params: { id } }));

  const { programs } = await weeks();
  expect(programs.map(({ name }) => name)).toEqual(['Tailoring', 'A', 'B', 'C', 'D', 'Other programs']);
  expect(programs.at(-1)?.counts.at(-1)).toBe(2);
});
