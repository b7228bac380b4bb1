import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';
import { migrate } from './migrate.ts';

test.each([
  [
    'Thank you, {firstName}. We have your registration {reference}. Its status: {link}',
    smsTextDefaults.received,
  ],
  ['{firstName}, we have {reference}.', 'we have {reference}.'],
  ['Dear {firstName}, we have {reference}.', 'Dear, we have {reference}.'],
  ['We have {reference}.', 'We have {reference}.'],
])('the stored text "%s" of a received registration names nobody any more', async (stored, expected) => {
  const { connection, drop } = await createTestDatabase();
  const content = {
    messages: { smsTo: 'always', sms: { received: stored, status: '{firstName}: {status}' } },
  };
  await query(connection, `delete from mikro_orm_migrations where name = '0085-strangers-and-sessions'`);
  await query(connection, 'delete from site');
  await query(connection, 'insert into site (content) values ($1)', [JSON.stringify(content)]);

  await migrate(connection);
  const [row] = await query<{ messages: object }>(
    connection,
    `select content -> 'messages' as messages from site`,
  );
  await drop();
  expect(row?.messages).toEqual({
    ...content.messages,
    sms: { ...content.messages.sms, received: expected },
  });
});
