import { expect, test } from 'vitest';
import { coachesOf } from './coach-group.ts';

const team = [
  { name: 'A', role: 'Coach - Tailoring' },
  { name: 'B', role: 'Staff - Librarian' },
  { name: 'C', role: 'Board Member - Chair' },
  { name: 'D', role: 'Guest lecturer' },
  { name: 'E', role: 'Head COACH of the staff' },
];
const namesOf = (group: 'coaches' | 'staff' | 'other' | undefined) =>
  coachesOf(team, { group, limit: 20, offset: 0 })
    .items.map(({ name }) => name)
    .join('');

test('groups coaches by the words of their role, the board among the others', () => {
  expect(namesOf(undefined)).toBe('ABCDE');
  expect(namesOf('coaches')).toBe('AE');
  expect(namesOf('staff')).toBe('BE');
  expect(namesOf('other')).toBe('CD');
});

test('cuts a page and counts the whole group', () => {
  expect(coachesOf(team, { group: undefined, limit: 2, offset: 4 })).toEqual({ items: [team[4]], total: 5 });
  expect(coachesOf(team, { group: 'other', limit: 1, offset: 0 })).toEqual({ items: [team[2]], total: 2 });
});
