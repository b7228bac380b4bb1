import { expect, test } from 'vitest';
import { memberSchema, memberValues } from './member-values.ts';

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
  expect(memberValues(stored)).toMatchObject({ kind: 'coach', role: 'Head of tailoring' });
  expect(memberSchema.parse(memberValues(stored))).toMatchObject({
    role: 'Coach - Head of tailoring',
    specialties: ['Suits', 'Gowns'],
    imageUrl: null,
  });
});

test('another tab gives the role another prefix', () => {
  expect(memberSchema.parse({ ...memberValues(stored), kind: 'board' }).role).toBe(
    'Board Member - Head of tailoring',
  );
  expect(memberSchema.parse({ ...memberValues(stored), kind: 'other' }).role).toBe('Head of tailoring');
});

test('specialties are trimmed and empty ones dropped', () => {
  const values = { ...memberValues(stored), specialties: ' Suits , , Gowns,' };

  expect(memberSchema.parse(values).specialties).toEqual(['Suits', 'Gowns']);
});

test('name, role and bio are required', () => {
  const faults = memberSchema.safeParse(memberValues(null)).error?.issues.map(({ path }) => path[0]);

  expect(faults).toEqual(['name', 'role', 'bio']);
});
