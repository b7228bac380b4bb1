import { beforeAll, expect, test } from 'vitest';
import type { AdminClient } from '../../testing/caller.ts';
import { query } from '../../testing/cluster.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
let registrations: AdminClient['registrations'];
let programId: number;
beforeAll(async () => {
  ({ registrations } = t.office.admin);
  ({ id: programId } = await t.given.program({ name: 'Tailoring' }));
});

const list = (query: Parameters<typeof registrations.list.query>[0]) => registrations.list.query(query);
const applied = (fields: Parameters<typeof t.given.registration>[0] = {}) =>
  t.given.registration({ programId, ...fields });
const found = async (q: string) => (await list({ q })).items.map(({ id }) => id);
const single = { email: 'single@example.org', phone: '0711 111 111', dateOfBirth: null };

test.each([
  ['one letter', 'ⱬ', { firstName: 'ⱬ' }],
  ['two letters', 'ßx', { firstName: 'SSX' }],
  ['two letters of a longer word', 'ÝQ', { lastName: 'Payqo' }],
  ['accents', 'ZENAIDE', { firstName: 'Zénaïde' }],
  ['signs that mean something to the database', '5%_', { allergies: '5%_\\' }],
  ['an emergency phone', '0788 1', { emergencyPhone: '0788 100 000' }],
  ['a medical word', 'épilepsy', { medicalConditions: 'Epilepsy' }],
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

test('filters by status, with and without a search', async () => {
  const { id } = await applied({ lastName: 'Staged' });
  await applied({ lastName: 'Staged' });
  await registrations.decide.mutate({ id, status: 'accepted' });

  expect(await list({ status: 'accepted' })).toMatchObject({ items: [{ id }], total: 1 });
  expect(await list({ status: 'accepted', q: 'staged' })).toMatchObject({ items: [{ id }], total: 1 });
  expect((await list({ status: 'withdrawn' })).total).toBe(0);
  expect((await list({ q: 'staged' })).total).toBe(2);
});

test('lists no medical information', async () => {
  await applied({ lastName: 'Private' });
  const { items } = await list({ q: 'private' });
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toMatch(/asthma|nuts|inhaler|medical|allerg/i);
  expect(items[0]).toMatchObject({ lastName: 'Private', program: { name: 'Tailoring' }, status: 'new' });
});

test('marks possible duplicates, and lists them with the reasons', async () => {
  const [one, phone, email] = [
    await applied({ ...single, lastName: 'Twin' }),
    await applied({ ...single, email: 'b@example.org', phone: '+256 711-111-111', lastName: 'Twin' }),
    await applied({ ...single, email: 'SINGLE@example.org', phone: '0722 222 222', lastName: 'Twin' }),
  ];
  await applied({ ...single, email: 'c@example.org', phone: '0733 333 333', lastName: 'Twin' });
  const marked = async () =>
    (await list({ q: 'twin' })).items.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => id);
  expect(await marked()).toEqual([email.id, phone.id, one.id]);

  const { duplicates } = await registrations.get.query({ id: one.id });
  expect(duplicates).toMatchObject([
    { id: email.id, reference: email.reference, lastName: 'Twin', same: ['email'] },
    { id: phone.id, same: ['phone'] },
  ]);
  const born = { dateOfBirth: '2003-03-03', firstName: 'Zoé', lastName: 'Twin' };
  const [first, second] = [
    await applied({ ...born, email: 'd@example.org', phone: '0744 444 444' }),
    await applied({ ...born, firstName: 'ZOE', email: 'e@example.org', phone: '0755 555 555' }),
  ];
  expect((await registrations.get.query({ id: second.id })).duplicates).toMatchObject([
    { id: first.id, same: ['name and date of birth'] },
  ]);

  for (const { id } of [email, phone, first]) await registrations.remove.mutate({ id });
  expect(await marked()).toEqual([]);
});

test.each(['+256 (0)766 666 666', '00256 766 666 666'])(
  'marks the same phone as a duplicate, written as %s',
  async (phone) => {
    const born = { dateOfBirth: null, lastName: 'Dialled' };
    const one = await applied({ ...born, email: `${phone.length}@example.org`, phone: '0766 666 666' });
    const other = await applied({ ...born, email: `${phone.length}b@example.org`, phone });
    expect((await registrations.get.query({ id: one.id })).duplicates).toContainEqual(
      expect.objectContaining({ id: other.id, same: ['phone'] }),
    );
  },
);

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

test('the searches are served by indexes', async () => {
  const em = t.db.orm.em.fork();
  await em.transactional(async (own) => {
    await own.execute('set local enable_seqscan = off');
    const plan = async (where: string) =>
      JSON.stringify(await own.execute(`explain select id from registrations where ${where}`));
    expect(await plan(`search like '%amina%'`)).toContain('registrations_search_index');
    expect(await plan(`medical_terms @> array[1]`)).toContain('registrations_medical_terms_index');
    expect(await plan(`deleted_at is null and lower(email) = 'a'`)).toContain('registrations_email_index');
    expect(await plan(`deleted_at is null and dialled(phone) = '1'`)).toContain('registrations_phone_index');
    expect(
      JSON.stringify(await own.execute(`explain select id from messages where search like '%abc%'`)),
    ).toContain('messages_search_index');
  });
});
