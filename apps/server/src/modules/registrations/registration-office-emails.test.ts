import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
let programId: number;
beforeAll(async () => {
  ({ id: programId } = await t.given.program());
});

let count = 0;
const register = () => t.given.registration({ programId, email: `a${++count}@example.org` });
const toOffice = async () => {
  const [row] = await t.sql<{ count: number }>(
    `select count(*)::int as count from outgoing_messages where kind = 'registration-for-office'`,
  );
  return row?.count;
};

test('the office gets no further email while more than 30 registrations wait that nobody has opened', async () => {
  const first = await register();
  for (let n = 1; n < 40; n += 1) await register();
  expect(await toOffice()).toBe(31);
  // The applicants are told all the same
  expect(await t.sql(`select id from outgoing_messages where kind = 'registration-received'`)).toHaveLength(
    40,
  );

  // What a program reads, nobody has seen
  const key = await t.given.apiKey('registrations:read');
  const rows = await t.sql<{ id: number }>('select id from registrations order by id');
  for (const { id } of rows.slice(1, 10)) await key.api.registrations.get({ params: { id } });
  await register();
  expect(await toOffice()).toBe(31);

  // Of 41, eleven are opened, and one of them is decided
  await t.office.admin.registrations.decide.mutate({ id: first.id, status: 'reviewing' });
  for (const { id } of rows.slice(1, 11)) await t.office.admin.registrations.get.query({ id });
  await register();
  expect(await toOffice()).toBe(32);
  await register();
  expect(await toOffice()).toBe(32);
});
