import { beforeEach, expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { findTablesWith } from '../../../testing/app/stored.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { runInTransaction } from '../../../transaction.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { lockSmsNumber, readSmsNumber } from '../../platform/outbox/sms/sms-number.service.ts';
import { siteDefaults as defaults } from '../../platform/site/site-defaults.service.ts';
import { eraseExpiredData, subtractMonths } from './retention.service.ts';

const t = useTestAppPerTest();
beforeEach(async () => void (await t.given.account()));

type Retention = (typeof defaults)['retention'];
const keep = (months: Partial<Retention>) =>
  t.office.admin.site.update.mutate({ changes: { retention: { ...defaults.retention, ...months } } });
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;
const run = (later = 0) => eraseExpiredData(t.jobContext(() => new Date(Date.now() + later * MONTH_MS)));
const age = (table: 'registrations' | 'messages', id: number, months: number) =>
  t.sql(`update ${table} set created_at = created_at - make_interval(months => ?) where id = ?`, [
    months,
    id,
  ]);
const purges = async () => {
  const rows = await t.em().find(ActivityEntity, { type: 'purge' }, { orderBy: { id: 'asc' } });
  return rows.map(({ description, userEmail }) => [description, userEmail]);
};

test('nothing is erased before an owner has set a time', async () => {
  const { id } = await t.given.registration();
  await age('registrations', id, 200);
  await run();
  expect(await readData(t.office.api.registrations.get({ params: { id } }))).toMatchObject({
    allergies: 'Nuts',
  });
  expect(await purges()).toEqual([]);
});

test('health answers are erased in time, with no copy left, and a second run changes nothing', async () => {
  const old = await t.given.registration({ allergies: 'Canarynuts', lastName: 'Oldest' });
  const recent = await t.given.registration({ allergies: 'Recentnuts' });
  await age('registrations', old.id, 12);
  await keep({ medicalMonths: 12 });
  t.wait(60_000);
  await run();

  const read = (id: number) => readData(t.office.api.registrations.get({ params: { id } }));
  expect(await read(old.id)).toMatchObject({
    lastName: 'Oldest',
    medicalConditions: null,
    allergies: null,
    medications: null,
  });
  expect(await read(recent.id)).toMatchObject({ allergies: 'Recentnuts' });
  // Neither the encrypted answers nor the hashes for the search
  expect(
    await t.sql(
      `select num_nulls(medical, medical_id, medical_terms) as nulls from registrations order by id`,
    ),
  ).toEqual([{ nulls: 3 }, { nulls: 0 }]);
  const searched = await t.office.admin.registrations.list.query({ q: 'canarynuts' });
  expect(searched.total).toBe(0);

  const done = [['Erased the health answers of 1 registration after 12 months, as set under Site', null]];
  expect(await purges()).toEqual(done);
  const before = await t.sql('select * from registrations order by id');
  await run();
  expect(await purges()).toEqual(done);
  expect(await t.sql('select * from registrations order by id')).toEqual(before);
});

test('an old registration is erased with its history, its emails, its key and the address it came from', async () => {
  const programId = (await t.given.program()).id;
  const body = {
    firstName: 'Canaryname',
    lastName: 'Old',
    email: 'canary@example.org',
    phone: '0700 123 456',
  };
  const { id, reference } = await readData(
    t.visitor.api.registrations.create({
      headers: { 'idempotency-key': 'key-of-canary' },
      extraHeaders: { 'user-agent': 'Canaryphone' },
      body: { ...body, programId, consent: true },
    }),
  );
  await t.office.admin.registrations.decide.mutate({ id, status: 'accepted', note: 'Canarynote' });
  const kept = await t.given.registration({ programId, firstName: 'Recent' });
  await age('registrations', kept.id, -18);
  await keep({ personMonths: 18 });
  await run(18);

  for (const text of ['Canaryname', 'canary@example.org', 'Canarynote', 'Canaryphone', 'key-of-canary']) {
    expect(await findTablesWith(t, text), text).toEqual([]);
  }
  expect(await findTablesWith(t, reference)).toEqual(['activities']);
  expect(await readData(t.office.api.registrations.get({ params: { id: kept.id } }))).toMatchObject({
    firstName: 'Recent',
  });
});

test('the time of a rejected registration begins with its rejection', async () => {
  const early = await t.given.registration();
  const late = await t.given.registration();
  const other = await t.given.registration();
  for (const { id } of [early, late]) {
    await t.office.admin.registrations.decide.mutate({ id, status: 'rejected', note: null });
  }
  for (const { id } of [early, late, other]) await age('registrations', id, 4);
  await t.sql(
    `update registration_changes set created_at = created_at - interval '4 months' where registration_id = ?`,
    [early.id],
  );
  await t.office.admin.registrations.decide.mutate({ id: early.id, note: 'Told by phone' });
  await keep({ rejectedMonths: 3 });
  await run();
  const left = await t.sql<{ id: number }>('select id from registrations order by id');
  expect(left.map(({ id }) => id)).toEqual([late.id, other.id]);
});

test('old messages are erased with the emails that carry them', async () => {
  const old = await t.given.message({ subject: 'Canarysubject', message: 'Canarytext' });
  await t.given.message({ subject: 'Recent' });
  await age('messages', old.id, 12);
  await keep({ messageMonths: 12 });
  await run();
  expect(await findTablesWith(t, 'Canarysubject')).toEqual([]);
  expect(await findTablesWith(t, 'Canarytext')).toEqual([]);
  expect(await findTablesWith(t, 'Recent')).toEqual(['messages', 'outgoing_messages']);
});

test('numbers that wrote an SMS are forgotten with old messages, but for those that said STOP', async () => {
  const writes = (number: string, change: object = {}) =>
    runInTransaction(t.jobContext(), async (tx) => {
      Object.assign(await lockSmsNumber(tx, number), change);
      await tx.em.flush();
    });
  await writes('+256772000001');
  await writes('+256772000002', { stoppedAt: t.now() });
  await t.sql(`update sms_numbers set wrote_at = wrote_at - interval '12 months'`);
  await writes('+256772000003');
  await run();
  expect(await t.sql('select key from sms_numbers')).toHaveLength(3);

  await keep({ messageMonths: 12 });
  await run();
  const read = (number: string) => readSmsNumber(t.jobContext(), number);
  expect(await read('+256772000001')).toEqual({ hasWritten: false, isStopped: false });
  expect(await read('+256772000002')).toEqual({ hasWritten: true, isStopped: true });
  expect(await read('+256772000003')).toEqual({ hasWritten: true, isStopped: false });
  expect(await purges()).toEqual([
    ['Erased 1 number that had written SMS after 12 months, as set under Site', null],
  ]);
});

test('more than one batch is erased, and the log holds only counts', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent, created_at)
     select 'Row', 'Many', 'many@example.org', '0700 000 000', true, now() - interval '2 years' from generate_series(1, 450)`,
  );
  await keep({ personMonths: 18 });
  await run();
  expect(await t.sql('select 1 from registrations')).toEqual([]);
  const counts = [200, 200, 50];
  expect(await purges()).toEqual(
    counts.map((count) => [`Erased ${count} old registrations after 18 months, as set under Site`, null]),
  );
});

test('payment notices are erased after 90 days, whatever an owner has set', async () => {
  await t.sql(`insert into payment_notices (event, body, created_at)
    values ('old', '{}', now() - interval '91 days'), ('recent', '{}', now() - interval '89 days')`);
  await run();
  expect(await t.sql('select event from payment_notices')).toEqual([{ event: 'recent' }]);
});

test('emails that were given up are erased after 90 days, and the office sends them again until then', async () => {
  await t.sql(`insert into outgoing_messages (kind, data, state, tries, last_error, created_at) values
    ('contact-message', '{"name":"Canary"}', 'parked', 20, 'No such box', now() - interval '91 days'),
    ('contact-message', '{"name":"Recent"}', 'parked', 20, 'No such box', now() - interval '89 days'),
    ('contact-message', '{"name":"Waiting"}', 'waiting', 1, 'Later', now() - interval '91 days')`);
  await run();
  expect(await findTablesWith(t, 'Canary')).toEqual([]);
  expect(await t.office.admin.messagesOut.counts.query()).toMatchObject({ parked: 1, failing: 1 });
  expect(await t.office.admin.messagesOut.sendAllAgain.mutate()).toEqual({ count: 2 });
});

test.each([
  ['2026-11-20T10:00:00.000Z', 12, '2025-11-20T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-01-15T10:00:00.000Z', 3, '2025-10-15T10:00:00.000Z'],
  ['2026-11-20T10:00:00.000Z', 240, '2006-11-20T10:00:00.000Z'],
])('%s less %i months is %s', (now, months, before) => {
  expect(subtractMonths(new Date(now), months).toISOString()).toBe(before);
});
