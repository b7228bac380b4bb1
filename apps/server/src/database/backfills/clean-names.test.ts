import { findNameFault } from '@institute/contract/fields';
import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../../testing/processes/cluster.ts';
import { migrate } from '../migrate.ts';
import { cleanName } from './clean-names.ts';

test.each([
  ['Nak\u200bato', 'Nakato'],
  ["Nalule-O'Brien", "Nalule-O'Brien"],
  ['evil．com／win', 'evil. com/ win'],
  ['www.evil.com', 'www . evil. com'],
  ['http://1.2.3.4/x?y=1', 'http: / / 1. 2. 3. 4/ x?y=1'],
  ['ann@example.org', 'ann at example. org'],
  ['pay 50000 to MTN 0772', 'pay 500 00 to MTN 077 2'],
  ['evil.c\u0337om', 'evil. c\u0337om'],
])('cleans the stored name %j', (stored, cleaned) => {
  expect(cleanName(stored, 200)).toBe(cleaned);
  expect(findNameFault(cleaned)).toBeUndefined();
});

test('keeps a cleaned name within its column', () => {
  expect(cleanName(`a.bc${'d'.repeat(91)}.com`, 100)).toHaveLength(100);
});

test('names of an earlier version come under the rule, and the search finds them', async () => {
  const { connection, drop } = await createTestDatabase();
  const execute = (sql: string) => query(connection, sql);
  await execute(
    `delete from mikro_orm_migrations where name = '0061-clean-names';
     insert into registrations (first_name, last_name, emergency_name, guardian_name, phone, consent)
       values ('Nak\u200bato', 'evil．com／win', 'Gra\u00adce', null, '0772 123 456', true),
              ('Zoé', 'O''Brien?', null, 'Op\u2060io', '0772 123 456', true);
     insert into messages (channel, name, email, subject, message)
       values ('form', 'Bo 0772', 'bo@example.org', 'x', 'x'), ('sms', '+256772123456', '', 'SMS', 'x');
     insert into donations (tx_ref, name, currency, amount, status, method, is_test)
       values ('a', '1.2.3.4/x', 'UGX', 1, 'pending', 'online', false),
              ('b', 'Rotary Club 2024', 'UGX', 1, 'successful', 'cash', false)`,
  );

  await migrate(connection);

  expect(
    await execute(
      'select first_name, last_name, emergency_name, guardian_name from registrations order by id',
    ),
  ).toEqual([
    { first_name: 'Nakato', last_name: 'evil. com/ win', emergency_name: 'Grace', guardian_name: null },
    { first_name: 'Zoé', last_name: "O'Brien?", emergency_name: null, guardian_name: 'Opio' },
  ]);
  expect(await execute(`select id from registrations where search like '%nakato%grace%'`)).toHaveLength(1);
  const namesIn = (table: string) => execute(`select name from ${table} order by id`);
  expect(await namesIn('messages')).toEqual([{ name: 'Bo 077 2' }, { name: '+256772123456' }]);
  expect(await namesIn('donations')).toEqual([{ name: '1. 2. 3. 4/ x' }, { name: 'Rotary Club 2024' }]);
  await drop();
});
