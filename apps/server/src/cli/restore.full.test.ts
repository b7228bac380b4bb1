import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFeePayment } from '../testing/app/sample-bodies.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { runCommand, toDatabaseUrl } from '../testing/processes/command.ts';
import { makeDatabaseSettings, spawnServer, testDataKey } from '../testing/processes/server-process.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';

const phone = '+256772123456';
const contacts = {
  emergencyContact: 'Ruth Nakato',
  emergencyPhone: phone,
  guardianName: 'Ruth Nakato',
  guardianPhone: phone,
};
/** What is left of somebody who is only named elsewhere. */
const traces = async () => [
  ...(await t.sql(
    `select emergency_phone as phone, guardian_name as name, guardian_phone as guardian from registrations where first_name = 'Named'`,
  )),
  ...(await t.sql('select payer_name as payer, payer_phone as phone, amount from fee_movements')),
  ...(await t.sql("select recipient from outgoing_messages where kind = 'office-sms'")),
];
const noTraces = [
  { phone: null, name: null, guardian: null },
  { payer: null, phone: null, amount: 5000 },
];
const folder = makeTemporaryFolder();
const file = join(folder.path, 'backup.gz');
const t = await useTestApp({ DATA_KEY: testDataKey });
const { id: programId } = await t.given.program();
for (const firstName of ['Erased', 'Kept']) {
  const email = `${firstName.toLowerCase()}@example.org`;
  await t.given.registration({ programId, firstName, email });
  await t.given.message({ name: firstName, email });
  await t.given.donation({ name: firstName, email });
  await t.sql(`insert into subscribers (email, token, state) values (?, ?, 'confirmed')`, [email, email]);
}
await t.given.registration({ programId, firstName: 'Named', ...contacts });
const { admin } = t.office;
await admin.fees.record.mutate(
  makeFeePayment(null, { amount: 5000, payerName: 'Ruth Nakato', payerPhone: phone }),
);
await t.sql(
  `insert into outgoing_messages (kind, channel, recipient, data) values ('office-sms', 'sms', ?, '{"text": "Hello"}')`,
  [phone],
);
await t.given.apiKey('site:write');
await t.sql(`insert into accounts (email, password_hash, rights) values ('gone@example.org', 'x', '{}')`);
await t.sql(
  `insert into access_links (id, purpose, email, token_hash, rights, created_at, expires_at)
   values (gen_random_uuid(), 'invitation', 'invited@example.org', 'hash', '{}', now(), now() + interval '1 day')`,
);
afterAll(() => folder.remove());

const run = (name: string, ...options: string[]) =>
  runCommand(name, [file, ...options], {
    DATA_DIR: join(folder.path, 'data'),
    ...makeDatabaseSettings(toDatabaseUrl(t.db.connection)),
  });

test('a restore keeps what was ended and erased since the backup, and lists who can sign in', async () => {
  expect(await run('backup', '--allow-missing')).toMatchObject({ code: 0, stderr: '' });

  await t.office.admin.privacy.erase.mutate({ person: 'erased@example.org', confirm: 'erased@example.org' });
  await t.sql(`update accounts set deactivated_at = now() where email = 'gone@example.org'`);
  await t.sql(`insert into sms_numbers (key, wrote_at, stopped_at) values ('stopped', now(), now())`);
  await t.sql(
    `update subscribers set state = 'unsubscribed', email = null, left_hash = 'left', unsubscribed_at = now()`,
  );
  // Not in the backup, so its number may belong to another row later
  await t.sql(`insert into erasures values ('registration', 4711, now())`);

  const restored = await run('restore', '--keep-keys', '--allow-missing');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain(
    'Invitations that ended: invited@example.org.\nAPI keys that ended: none.\n',
  );
  expect(restored.stdout).toContain('stay stopped: 1.\n');
  expect(restored.stdout).toContain('  gone@example.org: could not sign in before the restore\n');
  expect(restored.stdout).toMatch(/ {2}\S+@\S+ \(owner\)\n/);
  expect(await t.sql('select first_name as name from registrations order by id')).toEqual([
    { name: 'Kept' },
    { name: 'Named' },
  ]);
  expect(await t.sql('select name from messages')).toEqual([{ name: 'Kept' }]);
  expect(await t.sql('select name from donations where email is not null')).toEqual([{ name: 'Kept' }]);
  expect(await t.sql('select state, email, left_hash from subscribers')).toEqual([
    { state: 'unsubscribed', email: null, left_hash: 'left' },
  ]);
  expect(await t.sql('select key from sms_numbers where stopped_at is not null')).toEqual([
    { key: 'stopped' },
  ]);
  expect(await t.sql('select 1 from erasures where entity_id = 4711')).toEqual([]);
  expect(await t.sql('select 1 from access_links')).toEqual([]);
  expect(await t.sql('select 1 from api_keys where revoked_at is null')).toHaveLength(1);

  expect((await run('restore', '--allow-missing')).stdout).toContain('API keys that ended: Timetable.');
  expect(await t.sql('select 1 from api_keys where revoked_at is null')).toEqual([]);
});

test('a guardian and a payer who were erased by phone are erased again, and those typed before stay', async () => {
  expect(await run('backup', '--allow-missing')).toMatchObject({ code: 0, stderr: '' });
  expect(await traces()).toHaveLength(3);
  // The restore before has ended all sessions
  const { admin } = t.withToken((await t.signIn('office@example.org')).token);
  await admin.privacy.erase.mutate({ person: phone, confirm: phone });
  expect(await traces()).toEqual(noTraces);

  expect((await run('restore', '--allow-missing')).stdout).toMatch(
    /Erased again, as before the restore: \d+ rows/,
  );
  expect(await traces()).toEqual(noTraces);

  // Another guardian, whom a backup has that is younger than the erasure
  await t.sql(`update registrations set guardian_name = 'Sarah' where first_name = 'Named'`);
  await run('backup', '--allow-missing');
  await run('restore', '--allow-missing');
  expect(await traces()).toMatchObject([{ name: 'Sarah' }, { payer: null }]);
});

test('a start finishes the erasures of a restore that was killed after its commit', async () => {
  const [row] = await t.sql<{ id: number }>(`select id from registrations where first_name = 'Kept'`);
  await t.sql(`insert into erasures values ('registration', ?, now(), true)`, [row?.id]);
  const server = spawnServer('testing/app/without-pages.ts', {
    DATA_DIR: join(folder.path, 'started'),
    ...makeDatabaseSettings(toDatabaseUrl(t.db.connection)),
  });
  await server.address;
  expect(await t.sql(`select from registrations where id = ?`, [row?.id])).toEqual([]);
  expect(await t.sql('select from erasures where is_due')).toEqual([]);
  server.child.kill('SIGINT');
  await server.ended;
});
