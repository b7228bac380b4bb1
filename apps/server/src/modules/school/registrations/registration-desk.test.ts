import type { RegistrationListQuery } from '@institute/contract';
import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';

const t = await useTestApp();
const { registrations } = t.office.admin;
const list = (query: Parameters<typeof registrations.list.query>[0]) => registrations.list.query(query);
const { id: programId } = await t.given.program({ name: 'Tailoring' });
const weaving = await t.given.program({ name: 'Weaving' });
const baking = await t.given.program({ name: 'Baking' });
const people = [
  { firstName: 'Yoe', email: 'c@example.org', phone: '0700 000 003', program: weaving },
  { firstName: 'Abe', email: 'B@example.org', phone: `+${place.callingCode} 700 000 001`, program: baking },
  { firstName: 'Eve', email: 'a@example.org', phone: '0700-000-002', program: weaving },
];
for (const [place, { program, ...person }] of people.entries()) {
  await t.given.registration({
    ...person,
    lastName: 'Sorted',
    programId: program.id,
    startDate: `2099-0${3 - place}-01`,
  });
}
const { items } = await list({ q: 'eve' });
await registrations.decide.mutate({ id: items[0]?.id ?? 0, status: 'reviewing' });

type DeskSort = NonNullable<RegistrationListQuery['sort']>;

const names = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).items.map(({ firstName }) => firstName).join(' ');

const sorts: [DeskSort, string][] = [
  ['name', 'Abe Eve Yoe'],
  ['reference', 'Yoe Abe Eve'],
  ['email', 'Eve Abe Yoe'],
  ['phone', 'Abe Eve Yoe'],
  ['program', 'Abe Eve Yoe'],
  ['startDate', 'Eve Abe Yoe'],
  ['status', 'Abe Yoe Eve'],
  ['createdAt', 'Yoe Abe Eve'],
];

test.each(sorts)('sorts by %s, with and without a search, and page by page', async (sort, sorted) => {
  expect(await names({ sort })).toBe(sorted);
  expect(await names({ sort, q: 'sorted' })).toBe(sorted);
  const pages = await Promise.all([0, 1, 2, 3].map((offset) => names({ sort, limit: 1, offset })));
  expect(pages.join(' ').trim()).toBe(sorted);
});

test.each<[DeskSort, string]>([
  ['-name', 'Yoe Eve Abe'],
  ['-program', 'Eve Yoe Abe'],
  ['-status', 'Eve Abe Yoe'],
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
  // Registrations without a program come last, newest first
  expect(await names({ q: 'e', sort: 'program', limit: 4 })).toBe('Abe Eve Yoe N1100');
  expect(await names({ sort: 'program', limit: 2, offset: 2 })).toBe('Yoe N1100');
  expect(await names({ sort: 'name', limit: 2, offset: 1098 })).toBe('N1099 N1100');
  await query(t.db.connection, `delete from registrations where last_name = 'Frequent'`);
});

test('counts each status, whatever status is shown', async () => {
  const totals = { new: 2, reviewing: 1, waiting: 0, accepted: 0, completed: 0, rejected: 0, withdrawn: 0 };
  expect(await list({})).toMatchObject({ total: 3, totals, areTotalsLow: false });
  expect(await list({ status: 'reviewing' })).toMatchObject({ total: 1, totals });
  expect(await list({ q: 'sorted', status: 'new' })).toMatchObject({ total: 2, totals });
  expect((await list({ programId })).totals).toMatchObject({ new: 0, reviewing: 0 });
});

const applied = (fields: Parameters<typeof t.given.registration>[0] = {}) =>
  t.given.registration({ programId, ...fields });
const found = async (q: string) => (await list({ q })).items.map(({ id }) => id);
const single = { email: 'single@example.org', phone: '0711 111 111', dateOfBirth: null };

test.each([
  ['one letter', 'ⱬ', { firstName: 'ⱬ' }],
  ['two letters', 'ßx', { firstName: 'SSX' }],
  ['two letters of a longer word', 'ÝQ', { lastName: 'Payqo' }],
  ['signs that mean something to the database', '5%_', { allergies: '5%_\\' }],
])('finds by %s', async (_, q, fields) => {
  const { id } = await applied(fields);
  expect(await found(q)).toEqual([id]);
});

test.each(['％', '＿＿', '％％％', '\u0301', '\u0301\u0301\u0301'])(
  'finds nothing by %j, of which folding makes a wildcard or nothing',
  async (q) => {
    await applied({ lastName: 'Folded' });
    expect(await list({ q })).toMatchObject({ items: [], total: 0 });
  },
);

test('finds a reference, and pages the matches newest first', async () => {
  const { id, reference } = await applied({ lastName: 'Paged' });
  const second = await applied({ lastName: 'Paged' });
  expect(await found(reference.toLowerCase())).toEqual([id]);

  const page = await list({ q: 'paged', limit: 1, offset: 1 });
  expect(page).toMatchObject({ items: [{ id, reference }], total: 2, isMore: false });
  expect((await list({ q: 'paged', limit: 1 })).items).toMatchObject([{ id: second.id }]);
  expect((await list({ q: 'paged', offset: 2 })).total).toBe(2);
});

test('lists no medical information', async () => {
  await applied({ lastName: 'Private' });
  const { items } = await list({ q: 'private' });
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toMatch(/asthma|nuts|inhaler|medical|allerg/i);
  expect(items[0]).toMatchObject({ lastName: 'Private', program: { name: 'Tailoring' }, status: 'new' });
});

test('marks possible duplicates, and lists them with the reasons', async () => {
  const one = await applied({ ...single, lastName: 'Twin' });
  const phone = await applied({
    ...single,
    email: 'b@example.org',
    phone: `+${place.callingCode} (0)711-111-111`,
    lastName: 'TWIN',
  });
  const email = await applied({
    ...single,
    email: 'SINGLE@example.org',
    phone: '0722 222 222',
    lastName: 'Twin',
  });
  await applied({ ...single, email: 'other@example.org', phone: '0733 333 333', lastName: 'Twin' });
  for (const firstName of ['Without', 'Address']) {
    await applied({ ...single, firstName, lastName: 'Twin', email: '', phone: '0766 666 666' });
  }
  const brother = { firstName: 'Brother', lastName: 'Twin', email: 'brother@example.org' };
  await applied({ ...single, ...brother });
  const marked = async () =>
    (await list({ q: 'twin' })).items.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => id);
  expect(await marked()).toEqual([email.id, phone.id, one.id]);

  const { duplicates } = await registrations.get.query({ id: one.id });
  expect(duplicates).toMatchObject([
    { id: email.id, reference: email.reference, lastName: 'Twin', same: ['email'] },
    { id: phone.id, same: ['phone'] },
  ]);
  // A copy without an email is told apart by its phone alone
  const same = { firstName: 'Grace', lastName: 'Double', phone: '0788 888 888' };
  const withEmail = await applied({ ...single, ...same, email: 'grace@example.org' });
  const without = await applied({ ...single, ...same, email: '' });
  expect((await registrations.get.query({ id: withEmail.id })).duplicates).toMatchObject([
    { id: without.id, same: ['phone'] },
  ]);
  const born = { dateOfBirth: '2003-03-03', firstName: 'Zoé', lastName: 'Twin' };
  const first = await applied({ ...born, email: 'd@example.org', phone: '0744 444 444' });
  const second = await applied({ ...born, firstName: 'ZOE', email: 'e@example.org', phone: '0755 555 555' });
  expect((await registrations.get.query({ id: second.id })).duplicates).toMatchObject([
    { id: first.id, same: ['name and date of birth'] },
  ]);

  for (const { id } of [email, phone, first]) await registrations.remove.mutate({ id });
  expect(await marked()).toEqual([]);
});

test('counts the matches of a frequent word up to a limit, and pages as far', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent, created_at)
     select 'Row' || n, 'Frequent', n || '@many.example', '07' || n, true, timestamptz '2020-01-01' + n * interval '1 hour'
     from generate_series(1, 1100) n`,
  );
  for (const q of ['frequent', 'FR', 'f']) {
    const first = await list({ q, limit: 3 });
    expect(first).toMatchObject({ total: 1000, isMore: true });
    const last = await list({ q: 'frequent', limit: 20, offset: 990 });
    expect(last.items).toHaveLength(10);
    expect((await list({ q, limit: 20, offset: 1000 })).items).toEqual([]);
  }
  const { items } = await list({ q: 'frequent', limit: 2, offset: 998 });
  expect(items.map(({ firstName }) => firstName)).toEqual(['Row102', 'Row101']);
  expect(await list({ q: 'row77@', limit: 3 })).toMatchObject({ total: 0, isMore: false });
  const everything = await list({ limit: 5, offset: 1000 });
  expect(everything.items).toHaveLength(5);
  expect(everything.total).toBeGreaterThan(1100);
});

test('the look-ups of one registration are served by indexes', async () => {
  const em = t.em();
  await em.transactional(async (own) => {
    await own.execute('set local enable_seqscan = off');
    const plan = async (where: string) =>
      JSON.stringify(await own.execute(`explain select id from registrations where ${where}`));
    expect(await plan(`medical_terms @> array[1]`)).toContain('registrations_medical_terms_index');
    expect(await plan(`deleted_at is null and lower(email) = 'a'`)).toContain('registrations_email_index');
    expect(
      await plan(`deleted_at is null and dialled(coalesce(phone_international, phone)) = '1'`),
    ).toContain('registrations_phone_index');
  });
});
