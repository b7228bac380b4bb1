import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { Caller } from '../../../testing/app/caller.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';

const medical = { medicalConditions: 'Sickle cell', allergies: 'Groundnuts', medications: 'Inhaler' };
const nothing = { medicalConditions: null, allergies: null, medications: null };

const t = await useTestApp();
const accounts: Record<'owner' | 'nurse' | 'porter', number> = { owner: 0, nurse: 0, porter: 0 };
accounts.owner = (await t.given.account()).user.id;
accounts.nurse = (await t.given.account('nurse@example.org')).user.id;
accounts.porter = (await t.given.account('porter@example.org')).user.id;
const nurse = t.as('nurse@example.org');
const porter = t.as('porter@example.org');
const programId = (await t.given.program()).id;
const receipts = [
  await t.given.registration({ programId, ...medical, lastName: 'Amoding' }),
  await t.given.registration({ programId, ...medical, lastName: 'Byamukama' }),
];
const ids = receipts.map(({ id }) => id);
beforeEach(async () => {
  await t.em().nativeDelete(ActivityEntity, {});
  await setRight('porter', false);
  await t.em().nativeDelete(ActivityEntity, {});
});

const setRight = (who: keyof typeof accounts, mayReadMedical: boolean) =>
  t.office.admin.accounts.setRights.mutate({
    id: accounts[who],
    rights: mayReadMedical ? listRightsBut() : listRightsBut('health'),
  });
const entries = () =>
  t.em().find(ActivityEntity, {}, { orderBy: { id: 'asc' }, populate: [], disableIdentityMap: true });
const first = () => ({ params: { id: ids[0] ?? 0 } });
const newest = () => [...ids].reverse();

const ways: [string, (at: Caller) => Promise<object>][] = [
  [
    'a list',
    async (at) => (await readData(at.api.registrations.list({ query: { limit: 1, sort: 'id' } })))[0] ?? {},
  ],
  [
    'a search',
    async (at) => (await readData(at.api.registrations.list({ query: { q: 'amoding' } })))[0] ?? {},
  ],
  ['an item', (at) => readData(at.api.registrations.get(first()))],
  [
    'the answer to a change',
    (at) => readData(at.api.registrations.update({ ...first(), body: { note: `n${Math.random()}` } })),
  ],
  ['the answer to no change', (at) => readData(at.api.registrations.update({ ...first(), body: {} }))],
  ['the dialog', async (at) => (await at.admin.registrations.get.query({ id: ids[0] ?? 0 })).view],
  [
    'a decision',
    async (at) =>
      (await at.admin.registrations.decide.mutate({ id: ids[0] ?? 0, note: `d${Math.random()}` })).view,
  ],
];

test.each(ways)(
  '%s shows medical information, and is on record with account and registration',
  async (_, read) => {
    expect(await read(nurse)).toMatchObject({ ...medical, medicalHidden: false });
    expect((await entries()).filter(({ medicalOf }) => medicalOf)).toMatchObject([
      { account: accounts.nurse, medicalOf: [ids[0]], entityType: 'registration' },
    ]);
  },
);

test.each(ways)('%s hides medical information from an account without the right', async (_, read) => {
  expect(await read(porter)).toMatchObject({ ...nothing, medicalHidden: true });
  expect((await entries()).filter(({ medicalOf }) => medicalOf)).toEqual([]);
});

test.each(ways)('%s is refused when it cannot be recorded', async (_, read) => {
  const em = t.em();
  await em.execute('alter table activities add constraint full_disk check (false) not valid');
  try {
    const refused = await read(nurse).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(String(refused)).not.toMatch(/Sickle|Groundnuts|Inhaler/);
  } finally {
    await em.execute('alter table activities drop constraint full_disk');
  }
});

test('a long list is one entry with all its registrations', async () => {
  await requireSuccess(nurse.api.registrations.list());
  expect(await entries()).toMatchObject([
    {
      type: 'view',
      description: 'Read a list of registrations with health information',
      medicalOf: newest(),
    },
  ]);
});

test('the same list asked for again and again is one entry for five minutes', async () => {
  const poll = () => requireSuccess(t.as('nurse@example.org').api.registrations.list());
  for (let time = 0; time < 4; time += 1) await poll();
  await requireSuccess(nurse.api.registrations.list({ query: { limit: 1 } }));
  expect(await entries()).toHaveLength(1);
  t.wait(5 * 60_000 + 1000);
  await t.given.account('nurse@example.org');
  await t.em().nativeDelete(ActivityEntity, { type: 'login' });
  await poll();
  expect(await entries()).toHaveLength(2);
});

test('a list with a registration more, and the list of another account or device, are entries of their own', async () => {
  const { body } = await requireSuccess(nurse.api.registrations.list({ query: { limit: 1 } }));
  await requireSuccess(nurse.api.registrations.list());
  await requireSuccess(t.office.api.registrations.list());
  await requireSuccess(nurse.api.registrations.list({ extraHeaders: { 'user-agent': 'Another device' } }));
  expect(await entries()).toMatchObject([
    { account: accounts.nurse, medicalOf: [body.data[0]?.id] },
    { account: accounts.nurse, medicalOf: newest() },
    { account: accounts.owner, medicalOf: newest() },
    { account: accounts.nurse, userAgent: 'Another device' },
  ]);
});

test('a search is on record without its word, whether it finds anything or not', async () => {
  await requireSuccess(nurse.api.registrations.list({ query: { q: 'groundnuts' } }));
  await nurse.admin.registrations.list.query({ q: 'hiv' });
  await t.office.admin.registrations.list.query({ q: 'hiv' });
  const description = 'Searched the registrations for a word, in their health information too';
  expect(await entries()).toMatchObject([
    { description, medicalOf: newest(), account: accounts.nurse },
    { description, medicalOf: [], account: accounts.owner },
  ]);
  expect(JSON.stringify(await entries())).not.toMatch(/groundnuts|hiv/i);
});

test('the dashboard’s list without a word, and a search for a reference, show nothing medical', async () => {
  const { items } = await nurse.admin.registrations.list.query({});
  await nurse.admin.registrations.list.query({ q: items[0]?.reference ?? '' });
  expect(await entries()).toEqual([]);
});

test('a search for fewer than three letters does not look into health answers, and says nothing else', async () => {
  await nurse.admin.registrations.list.query({ q: 'ut' });
  expect(await entries()).toEqual([]);
  await requireSuccess(nurse.api.registrations.list({ query: { q: 'by' } }));
  expect(await entries()).toMatchObject([
    { description: 'Read a list of registrations with health information', medicalOf: newest().slice(0, 1) },
  ]);
});

test.each([
  ['groundnuts', 2],
  ['sickle cell', 2],
  ['uts', 2],
  // Two letters find nothing, because the answers are encrypted
  ['ut', 0],
])(
  'a search for %j finds and counts no medical text without the right, and %i with it',
  async (q, withRight) => {
    const dashboard = (at: Caller) => at.admin.registrations.list.query({ q });
    const rest = async (at: Caller) =>
      (await requireSuccess(at.api.registrations.list({ query: { q } }))).body;
    const csv = async (at: Caller) => {
      const { path, ticket } = await at.admin.registrations.exportTicket.mutate({ q });
      return (await postTicket(t, { path, ticket })).body.trim().split('\r\n').length - 1;
    };
    const em = t.em();
    const [known] = await em.execute<{ count: number }[]>(
      `select count(*)::int from registrations where search like '%' || ? || '%'`,
      [q],
    );
    const inPlain = known?.count ?? 0;
    expect((await dashboard(porter)).total).toBe(inPlain);
    expect((await rest(porter)).meta.total).toBe(inPlain);
    expect(await csv(porter)).toBe(inPlain);
    expect([(await dashboard(nurse)).total, (await rest(nurse)).meta.total, await csv(nurse)]).toEqual([
      withRight,
      withRight,
      withRight,
    ]);
  },
);

test('who cannot see medical information sends an item back whole without wiping it', async () => {
  const { data } = (await requireSuccess(porter.api.registrations.get(first()))).body;
  const { program: _, ...whole } = data;
  const sent = { ...whole, programId };
  await requireSuccess(porter.api.registrations.update({ ...first(), body: { ...sent, note: 'Called' } }));
  expect(await readData(nurse.api.registrations.get(first()))).toMatchObject({ ...medical, note: 'Called' });
});

test('who cannot see medical information cannot write over it', async () => {
  const refused = await readRefusal(
    porter.api.registrations.update({ ...first(), body: { note: 'no', allergies: 'None' } }),
  );
  expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN', details: [{ path: 'allergies' }] });
  expect(await readData(nurse.api.registrations.get(first()))).toMatchObject(medical);
});

test('the export with medical information is refused without the right, and to a ticket that had it', async () => {
  const ask = () => porter.admin.registrations.exportTicket.mutate({ withMedical: true });
  expect(await readRefusal(ask())).toMatchObject({
    status: 403,
    message: 'Your account may not read health information',
  });
  await setRight('porter', true);
  const { path, ticket } = await ask();
  await setRight('porter', false);
  const answer = await postTicket(t, { path, ticket });
  expect(answer.statusCode).toBe(403);
  expect(answer.body).not.toContain('Groundnuts');
});

test('an export with medical information is one entry with every registration in it', async () => {
  const { path, ticket } = await nurse.admin.registrations.exportTicket.mutate({ withMedical: true });
  expect((await postTicket(t, { path, ticket })).body).toContain('Groundnuts');
  const without = await nurse.admin.registrations.exportTicket.mutate({ q: 'amoding' });
  await postTicket(t, without);
  await postTicket(t, await nurse.admin.registrations.exportTicket.mutate({}));
  expect(await entries()).toMatchObject([
    {
      type: 'export',
      account: accounts.nurse,
      description: 'Exported the registrations with medical information',
      medicalOf: newest(),
    },
    { type: 'export', medicalOf: [] },
    { type: 'export', medicalOf: null },
  ]);
});

test('the export of a search has every match of its filter, however many others match', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent, status, medical, medical_id, medical_terms)
     select 'Many', case when n % 40 = 0 then 'Groundnuts' else 'Others' end, 'many@example.org', '0700 000 000', true,
       'reviewing', medical, medical_id, medical_terms
     from registrations, generate_series(1, 120) n where id = $1`,
    [ids[0] ?? 0],
  );
  const rowsOf = async (input: { q: string; status?: 'new' }) => {
    const answer = await postTicket(t, await nurse.admin.registrations.exportTicket.mutate(input));
    const references = [...answer.body.matchAll(/REG-\d{4}-\d+/g)].map(([reference]) => reference);
    return [references.length, new Set(references).size];
  };
  expect(await rowsOf({ q: 'groundnuts' })).toEqual([122, 122]);
  expect(await rowsOf({ q: 'groundnuts', status: 'new' })).toEqual([2, 2]);
  await query(t.db.connection, `delete from registrations where first_name = 'Many'`);
});

test('a list of more than fifty holds and searches health answers once the password is typed', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent, status, medical, medical_id, medical_terms)
     select 'Long', 'List', 'long@example.org', '0700 000 000', true, 'rejected', medical, medical_id, medical_terms
     from registrations, generate_series(1, 60) where id = $1`,
    [ids[0] ?? 0],
  );
  const { token } = await t.signIn('nurse@example.org');
  for (const asked of [{ limit: 60 }, { limit: 1000, q: 'groundnuts' }]) {
    await t.em().nativeDelete(ActivityEntity, {});
    const list = () => t.withToken(token).api.registrations.list({ query: asked });
    await t.sql(`update sessions set confirmed_at = now() - interval '20 days'`);
    expect(await readRefusal(list())).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' });
    expect(await entries()).toEqual([]);
    await t.sql('update sessions set confirmed_at = now()');
    const { data } = (await requireSuccess(list())).body;
    expect(data.length).toBeGreaterThan(50);
    expect(new Set(data.map(({ allergies }) => allergies))).toEqual(new Set(['Groundnuts']));
    expect((await entries()).map(({ medicalOf }) => medicalOf)).toEqual([data.map(({ id }) => id)]);
  }
  await query(t.db.connection, `delete from registrations where first_name = 'Long'`);
});

test.each([true, false])(
  'an answer that was kept from before the right became %s is not confirmed',
  async (mayReadMedical) => {
    await setRight('porter', !mayReadMedical);
    const { headers } = await porter.api.registrations.get(first());
    const held = { ...first(), extraHeaders: { 'if-none-match': String(headers.get('etag')) } };
    expect(await porter.api.registrations.get(held)).toMatchObject({ status: 304 });
    await setRight('porter', mayReadMedical);
    expect(await readData(porter.api.registrations.get(held))).toMatchObject({
      medicalHidden: !mayReadMedical,
    });
  },
);

test('the activity log names whose medical information was shown, and is narrowed to that', async () => {
  await readData(nurse.api.registrations.get(first()));
  await readData(porter.api.registrations.get(first()));
  await nurse.admin.registrations.list.query({ q: 'inhaler' });
  const { items, total } = await t.office.admin.activity.list.query({ medical: true });
  const { reference } = await readData(nurse.api.registrations.get(first()));
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { user: { email: 'nurse@example.org' }, medical: { count: 0, references: [] } },
    { user: { email: 'nurse@example.org' }, medical: { count: 1, references: [reference] } },
  ]);
  const all = await t.office.admin.activity.list.query({ account: accounts.porter });
  expect(all.items).toMatchObject([{ description: `Viewed registration ${reference}`, medical: null }]);
});

test('the activity log names every registration of a list, also of a long one', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent, status)
     select 'Named', 'All', 'all@example.org', '0700 000 000', true, 'rejected' from generate_series(1, 100)`,
  );
  const { data } = (await requireSuccess(nurse.api.registrations.list())).body;
  expect(data.length).toBeGreaterThan(100);
  const medicalOf = async () =>
    (await t.office.admin.activity.list.query({ medical: true })).items[0]?.medical;
  const references = data.map(({ reference }) => reference);
  expect(await medicalOf()).toEqual({ count: data.length, references });

  await query(t.db.connection, `delete from registrations where first_name = 'Named' and id <> $1`, [
    data[0]?.id ?? 0,
  ]);
  expect(await medicalOf()).toEqual({
    count: data.length,
    references: [references[0], ...references.slice(100)],
  });
  await query(t.db.connection, `delete from registrations where first_name = 'Named'`);
});

test('a health answer is found by a word that is also the place of an intake', async () => {
  await t.given.intake({ programId, place: 'Salbutamol Hall' });
  const { id } = await t.given.registration({ programId, medications: 'Salbutamol' });
  const { items, total } = await t.office.admin.registrations.list.query({ q: 'salbutamol' });
  expect([items.map((item) => item.id), total]).toEqual([[id], 1]);
});
