import type { Program } from '@institute/contract';
import { expect, test } from 'vitest';
import { filterPrograms, similarTo } from './program-filter.ts';

const program = (id: number, own: Partial<Program>): Program => ({
  id,
  name: `Program ${id}`,
  description: '',
  category: 'training',
  duration: '12 weeks',
  schedule: 'Mondays',
  price: 0,
  imageUrl: '/p.webp',
  imageAlt: null,
  isActive: true,
  maxParticipants: null,
  status: 'published',
  publishAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...own,
});
const ids = (programs: Program[]) => programs.map(({ id }) => id);

const all = [
  program(1, { name: 'Couture' }),
  program(2, { category: 'camp', description: 'Football and a café' }),
  program(3, { category: 'clinic', schedule: 'Saturdays' }),
];

test('shows every program when nothing is chosen, or "all", or a category that does not exist', () => {
  expect(ids(filterPrograms(all, {}))).toEqual([1, 2, 3]);
  expect(ids(filterPrograms(all, { category: 'all' }))).toEqual([1, 2, 3]);
  expect(ids(filterPrograms(all, { category: 'Camp?' }))).toEqual([1, 2, 3]);
});

test('category and search narrow together', () => {
  expect(ids(filterPrograms(all, { category: 'camp', q: 'CAFE' }))).toEqual([2]);
  expect(ids(filterPrograms(all, { category: 'clinic', q: 'cafe' }))).toEqual([]);
  expect(ids(filterPrograms(all, { q: 'saturday' }))).toEqual([3]);
});

test('similar programs are up to three others of the category, the newest first', () => {
  const programs = [
    program(1, {}),
    program(2, { createdAt: '2026-03-01T00:00:00.000Z' }),
    program(3, { createdAt: '2026-02-01T00:00:00.000Z' }),
    program(4, { createdAt: '2026-02-01T00:00:00.000Z' }),
    program(5, { createdAt: '2025-02-01T00:00:00.000Z' }),
    program(6, { category: 'camp', createdAt: '2026-09-01T00:00:00.000Z' }),
  ];

  expect(ids(similarTo(program(1, {}), programs))).toEqual([2, 4, 3]);
  expect(similarTo(program(6, { category: 'camp' }), programs)).toEqual([]);
});
