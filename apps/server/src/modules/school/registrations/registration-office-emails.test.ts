import { expect, test } from 'vitest';
import { message } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { queueOfficeSummary } from '../../platform/outbox/office/office-mail.service.ts';

const t = await useTestApp();
const { id: programId } = await t.given.program();

let count = 0;
const register = () => t.given.registration({ programId, email: `a${++count}@example.org` });
const toOffice = async () => {
  const [row] = await t.sql<{ count: number }>(
    `select count(*)::int as count from outgoing_messages where kind = 'registration-for-office'`,
  );
  return row?.count;
};

test('the office gets no further email while 30 registrations wait that nobody has opened', async () => {
  const first = await register();
  for (let n = 1; n < 40; n += 1) await register();
  expect(await toOffice()).toBe(30);
  // The applicants are told all the same
  expect(await t.sql(`select id from outgoing_messages where kind = 'registration-received'`)).toHaveLength(
    40,
  );

  // What a program reads, nobody has seen
  const key = await t.given.apiKey('registrations:read');
  const rows = await t.sql<{ id: number }>('select id from registrations order by id');
  for (const { id } of rows.slice(1, 10)) await key.api.registrations.get({ params: { id } });
  await register();
  expect(await toOffice()).toBe(30);

  // Of 41, twelve are opened, and one of them is decided
  await t.office.admin.registrations.decide.mutate({ id: first.id, status: 'reviewing' });
  for (const { id } of rows.slice(1, 12)) await t.office.admin.registrations.get.query({ id });
  await register();
  expect(await toOffice()).toBe(31);
  await register();
  expect(await toOffice()).toBe(31);
});

test('registrations and messages share the room, and one summary an hour counts the rest', async () => {
  await t.sql('truncate registrations, outgoing_messages cascade');
  const mails = async () =>
    (
      await t.sql(
        `select kind, data->'count' as count from outgoing_messages where recipient is null order by id`,
      )
    ).map(({ kind, count }) => (kind === 'office-summary' ? count : kind));
  const summarise = async () => {
    await queueOfficeSummary(t.jobContext(t.now));
    t.wait(60 * 60_000);
  };
  for (let n = 0; n < 15; n += 1) await register();
  for (let n = 0; n < 15; n += 1) await t.given.message();
  expect(await mails()).toHaveLength(30);
  await summarise();
  expect(await mails()).toHaveLength(30);

  for (let n = 0; n < 6; n += 1) await register();
  for (let n = 0; n < 6; n += 1) await t.given.message();
  await summarise();
  await summarise();
  expect((await mails()).slice(30)).toEqual([12]);
  await t.given.message();
  await summarise();
  expect((await mails()).slice(30)).toEqual([12, 1]);

  await t.sql('update messages set read_at = now()');
  await t.given.message({ ...message, subject: 'Fees' });
  expect((await mails()).slice(30)).toEqual([12, 1, 'contact-message']);
});
