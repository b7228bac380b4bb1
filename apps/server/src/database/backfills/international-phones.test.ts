import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../../testing/processes/cluster.ts';
import { migrate } from '../migrate.ts';
import { fillInternationalPhones } from './international-phones.ts';

const insertPhones = `insert into registrations (first_name, last_name, phone, consent)
  select 'Ann', 'Example', phone, true from`;

test('registrations of an earlier version get the international form of their phone', async () => {
  const { connection, drop } = await createTestDatabase();
  const execute = (sql: string) => query(connection, sql);
  await execute(
    `delete from mikro_orm_migrations where name = '0049-international-phones';
     alter table registrations drop column phone_international cascade, add search text;
     create index registrations_phone_index on registrations (phone);
     ${insertPhones} (values ('+44 (0)20 7946 0958'), ('0772 123 456'), ('112')) as typed (phone)`,
  );

  await migrate(connection);

  expect(
    await execute('select phone_international as number, search from registrations order by id'),
  ).toEqual([
    { number: '+442079460958', search: expect.stringContaining('442079460958') },
    {
      number: `+${place.callingCode}772123456`,
      search: expect.stringContaining(`${place.callingCode}772123456`),
    },
    { number: null, search: expect.stringContaining('112') },
  ]);
  await drop();
});

test('fills as many registrations as there are, past those without a valid number', async () => {
  const { connection, drop } = await createTestDatabase();
  const execute = (sql: string) => query(connection, sql);
  await execute(`${insertPhones} (select '112' as phone from generate_series(1, 5001)) as invalid`);
  await execute(`${insertPhones} (values ('0772 123 456')) as typed (phone)`);

  await fillInternationalPhones(execute);

  expect(await execute('select id from registrations where phone_international is not null')).toHaveLength(1);
  await drop();
});
