import { expect, test } from 'vitest';
import { coachSchema, coachValues } from './coach-values.ts';

const stored = {
  id: 1,
  name: 'Made Up',
  role: 'Coach - Head of tailoring',
  bio: 'Sews.',
  specialties: ['Suits', 'Gowns'],
  imageUrl: null,
  imageAlt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('saving again without a change stores the same role', () => {
  expect(coachValues(stored)).toMatchObject({ kind: 'coach', role: 'Head of tailoring' });
  expect(coachSchema.parse(coachValues(stored))).toMatchObject({
    role: 'Coach - Head of tailoring',
    specialties: ['Suits', 'Gowns'],
    imageUrl: null,
  });
});

test('another tab sets another prefix', () => {
  expect(coachSchema.parse({ ...coachValues(stored), kind: 'board' }).role).toBe(
    'Board Member - Head of tailoring',
  );
  expect(coachSchema.parse({ ...coachValues(stored), kind: 'other' }).role).toBe('Head of tailoring');
});

test('specialties are trimmed and empty ones dropped', () => {
  const values = { ...coachValues(stored), specialties: ' Suits , , Gowns,' };

  expect(coachSchema.parse(values).specialties).toEqual(['Suits', 'Gowns']);
});

test('name, role and bio are required', () => {
  const faults = coachSchema.safeParse(coachValues(null)).error?.issues.map(({ path }) => path[0]);

  expect(faults).toEqual(['name', 'role', 'bio']);
});
