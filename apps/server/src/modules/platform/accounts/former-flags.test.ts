import { expect, test } from 'vitest';
import { migrate } from '../../../database/migrate.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';

const older = `
insert into accounts (email, password_hash, is_owner, may_read_medical, may_keep_fees) values
  ('a-nothing@example.org', '', false, false, false), ('b-health@example.org', '', false, true, false),
  ('c-fees@example.org', '', false, false, true), ('d-both@example.org', '', false, true, true),
  ('e-owner@example.org', '', true, false, false);
insert into access_links (id, purpose, email, token_hash, may_read_medical, may_keep_fees, created_at, expires_at)
  select gen_random_uuid(), purpose, email, email || purpose, may_read_medical, may_keep_fees, now(), now()
  from accounts, (values ('invitation'), ('password-reset')) as purposes (purpose) where not is_owner;`;

test('accounts and invitations of before keep what their single flags let them do', async () => {
  const { connection, drop } = await createOlderDatabase('0096');
  await query(connection, older);
  await migrate(connection);
  const rightsIn = async (from: string) => {
    const rows = await query<{ rights: string[] }>(connection, `select rights from ${from} order by email`);
    return rows.map(({ rights }) => rights.join(' '));
  };
  const former = [
    'content registrations certificates settings',
    // Who reads health answers reads documents too
    'content registrations health certificates settings documents',
    'content registrations fees certificates settings',
    'content registrations health fees certificates settings documents',
  ];
  expect(await rightsIn('accounts')).toEqual([...former, former[3]]);
  expect(await rightsIn(`access_links where purpose = 'invitation'`)).toEqual(former);
  expect(await rightsIn(`access_links where purpose <> 'invitation'`)).toEqual(['', '', '', '']);
  expect(await query(connection, 'select email from accounts where is_owner')).toEqual([
    { email: 'e-owner@example.org' },
  ]);
  await drop();
});
