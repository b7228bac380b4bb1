import { expect, test } from 'vitest';
import { coachSchema, filterCoaches, preserveRole, toCoachValues } from './coaches.screen.tsx';

const team = [
  { name: 'A', role: 'Coach - Tailoring' },
  { name: 'B', role: 'Staff - Librarian' },
  { name: 'C', role: 'Board Member - Chair' },
  { name: 'D', role: 'Guest lecturer' },
  { name: 'E', role: 'Head COACH of the staff' },
];
const namesOf = (group: 'coaches' | 'staff' | 'other' | undefined) =>
  filterCoaches(team, { group, limit: 20, offset: 0 })
    .items.map(({ name }) => name)
    .join('');

test('groups coaches by the words of their role, the board among the others', () => {
  expect(namesOf(undefined)).toBe('ABCDE');
  expect(namesOf('coaches')).toBe('AE');
  expect(namesOf('staff')).toBe('BE');
  expect(namesOf('other')).toBe('CD');
});

test('cuts a page and counts the whole group', () => {
  expect(filterCoaches(team, { group: undefined, limit: 2, offset: 4 })).toEqual({
    items: [team[4]],
    total: 5,
  });
  expect(filterCoaches(team, { group: 'other', limit: 1, offset: 0 })).toEqual({
    items: [team[2]],
    total: 2,
  });
});

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
  expect(toCoachValues(stored)).toMatchObject({ kind: 'coach', role: 'Head of tailoring' });
  expect(coachSchema.parse(toCoachValues(stored))).toMatchObject({
    role: 'Coach - Head of tailoring',
    specialties: ['Suits', 'Gowns'],
    imageUrl: null,
  });
});

test.each([
  'Head Coach of the staff',
  'Coach - Coach - Tailoring',
  'Board Member - Staff liaison',
  'BOARD secretary',
])('keeps the role %j when only the bio is edited', (role) => {
  const coach = { ...stored, role };
  const edited = coachSchema.parse({ ...toCoachValues(coach), bio: 'Sews well.' });
  expect(preserveRole(edited, coach)).toMatchObject({ role, bio: 'Sews well.' });
});

test('stores a changed role with its prefix', () => {
  const coach = { ...stored, role: 'Head Coach' };
  const moved = coachSchema.parse({ ...toCoachValues(coach), kind: 'staff' });
  expect(preserveRole(moved, coach).role).toBe('Staff - Head Coach');
  const renamed = coachSchema.parse({ ...toCoachValues(coach), role: 'Second Coach' });
  expect(preserveRole(renamed, coach).role).toBe('Coach - Second Coach');
});
