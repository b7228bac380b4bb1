import { toDialledNumber } from '@institute/contract/phone';
import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';

const parts = ['', '+', '(', ') ', '0', '00', '256', '2560', '44', '772 123-456'];
const typed = parts.flatMap((a) =>
  parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => a + b + c + d))),
);

test('the database dials a number as the contract does', async () => {
  const db = await createTestDatabase();
  const rows = await query<{ phone: string; digits: string }>(
    db.connection,
    'select phone, dialled(phone) as digits from unnest($1::text[]) phone',
    [typed],
  );
  await db.drop();
  expect(rows.map(({ phone, digits }) => [phone, digits])).toEqual(
    typed.map((phone) => [phone, toDialledNumber(phone)]),
  );
});
