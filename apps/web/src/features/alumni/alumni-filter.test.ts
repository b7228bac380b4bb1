import type { Alumnus } from '@institute/contract';
import { alumniCategories } from '@institute/contract/alumni.constants';
import { expect, test } from 'vitest';
import { categoryLabel, filterAlumni } from './alumni-filter.ts';

const alumnus = (id: number, own: Partial<Alumnus>): Alumnus => ({
  id,
  name: `Person ${id}`,
  position: 'Coach',
  currentTeam: null,
  graduationYear: 2020,
  category: 'professional',
  achievements: [],
  image: '/a.webp',
  imageAlt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...own,
});
const all = [
  alumnus(1, { name: 'Zoë Achen' }),
  alumnus(2, { currentTeam: 'Lake United', category: 'college' }),
  alumnus(3, { currentTeam: 'Lake Juniors', category: 'youth' }),
];
const found = (choice: { category?: string; q?: string }) => filterAlumni(all, choice).map(({ id }) => id);

test('the search finds names and current teams, whatever their case and accents', () => {
  expect(found({ q: 'zoe' })).toEqual([1]);
  expect(found({ q: 'LAKE' })).toEqual([2, 3]);
});

test('the search does not look at positions', () => {
  expect(found({ q: 'coach' })).toEqual([]);
});

test('category and search narrow together', () => {
  expect(found({ category: 'youth', q: 'lake' })).toEqual([3]);
  expect(found({ category: 'professional', q: 'lake' })).toEqual([]);
  expect(found({ category: 'all' })).toEqual([1, 2, 3]);
});

test('the categories are called as visitors know them', () => {
  expect(alumniCategories.map(categoryLabel)).toEqual(['Professional', 'College', 'Youth Teams']);
});
