import type { DeskSort } from '@institute/contract/registrations.constants';
import { beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../../testing/answers.ts';
import type { AdminClient } from '../../testing/caller.ts';
import { query } from '../../testing/cluster.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
let registrations: AdminClient['registrations'];
beforeAll(async () => {
  ({ registrations } = t.office.admin);
  const weaving = await t.given.program({ name: 'Weaving' });
  const baking = await t.given.program({ name: 'Baking' });
  const people = [
    { firstName: 'Zoe', email: 'c@example.org', phone: '0700 000 003', program: weaving },
    { firstName: 'Abe', email: 'B@example.org', phone: '+256 700 000 001', program: baking },
    { firstName: 'Eve', email: 'a@example.org', phone: '0700-000-002', program: weaving },
  ];
  for (const [place, { program, ...person }] of people.entries()) {
    await t.given.registration({
      ...person,
      lastName: 'Sorted',
      programId: program.id,
      startDate: `2027-0${3 - place}-01`,
    });
  }
  const { items } = await registrations.list.query({ q: 'eve' });
  await registrations.decide.mutate({ id: items[0]?.id ?? 0, status: 'reviewing' });
});

const names = async (query: Parameters<typeof registrations.list.query>[0]) =>
  (await registrations.list.query(query)).items.map(({ firstName }) => firstName).join(' ');

const sorts: [DeskSort, string][] = [
  ['name', 'Abe Eve Zoe'],
  ['reference', 'Zoe Abe Eve'],
  ['email', 'Eve Abe Zoe'],
  ['phone', 'Abe Eve Zoe'],
  ['program', 'Abe Eve Zoe'],
  ['startDate', 'Eve Abe Zoe'],
  ['status', 'Abe Zoe Eve'],
  ['createdAt', 'Zoe Abe Eve'],
];

test.each(sorts)('sorts by %s, with and without a search, and page by page', async (sort, sorted) => {
  expect(await names({ sort })).toBe(sorted);
  expect(await names({ sort, q: 'sorted' })).toBe(sorted);
  const pages = await Promise.all([0, 1, 2, 3].map((offset) => names({ sort, limit: 1, offset })));
  expect(pages.join(' ').trim()).toBe(sorted);
});

test.each<[DeskSort, string]>([
  ['-name', 'Zoe Eve Abe'],
  ['-program', 'Eve Zoe Abe'],
  ['-status', 'Eve Abe Zoe'],
])('sorts by %s downwards', async (sort, sorted) => {
  expect(await names({ sort })).toBe(sorted);
  expect(await names({ sort, q: 'sorted' })).toBe(sorted);
});

test('sorts the many matches of a frequent word, in every column', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent)
     select 'N' || lpad(n::text, 4, '0'), 'Frequent', n || '@many.example', '07' || n, true from generate_series(1, 1100) n`,
  );
  expect(await names({ q: 'frequent', sort: 'name', limit: 2 })).toBe('N0001 N0002');
  expect(await names({ q: 'frequent', sort: '-name', limit: 2, offset: 2 })).toBe('N1098 N1097');
  // those without a program come last, newest first
  expect(await names({ q: 'e', sort: 'program', limit: 4 })).toBe('Abe Eve Zoe N1100');
  expect(await names({ sort: 'program', limit: 2, offset: 2 })).toBe('Zoe N1100');
  expect(await names({ sort: 'name', limit: 2, offset: 1098 })).toBe('N1099 N1100');
  await query(t.db.connection, `delete from registrations where last_name = 'Frequent'`);
});

test('counts each status, whatever status is shown', async () => {
  const totals = { new: 2, reviewing: 1, waiting: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  expect(await registrations.list.query({})).toMatchObject({ total: 3, totals, areTotalsLow: false });
  expect(await registrations.list.query({ status: 'reviewing' })).toMatchObject({ total: 1, totals });
  expect(await registrations.list.query({ q: 'sorted', status: 'new' })).toMatchObject({ total: 2, totals });
  const { id: programId } = await t.given.program();
  expect((await registrations.list.query({ programId })).totals).toMatchObject({ new: 0, reviewing: 0 });
});

test('refuses an unknown column and days in the wrong order', async () => {
  expect(await refusalOf(registrations.list.query({ sort: 'note' as DeskSort }))).toMatchObject({
    status: 400,
  });
  expect(await refusalOf(registrations.list.query({ from: '2026-05-02', to: '2026-05-01' }))).toMatchObject({
    details: [{ path: 'from' }],
  });
});
