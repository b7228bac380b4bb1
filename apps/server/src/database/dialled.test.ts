import { dialled } from '@institute/contract/phone';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/cluster.ts';

const parts = ['', '+', '(', ') ', '0', '00', '256', '2560', '44', '772 123-456'];
const typed = parts.flatMap((a) =>
  parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => a + b + c + d))),
);

test('the database dials a number as the contract does', async () => {
  const db = await createTestDatabase();
  const client = new pg.Client(db.connection);
  await client.connect();
  const { rows } = await client.query<{ phone: string; digits: string }>(
    'select phone, dialled(phone) as digits from unnest($1::text[]) phone',
    [typed],
  );
  await client.end();
  await db.drop();
  expect(rows.map(({ phone, digits }) => [phone, digits])).toEqual(
    typed.map((phone) => [phone, dialled(phone)]),
  );
});
