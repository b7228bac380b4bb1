import { expect, test } from 'vitest';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { registrations, fees } = t.office.admin;
const priced = await t.given.program({ name: 'Tailoring', price: 900_000 });
const free = await t.given.program({ name: 'Open day', price: 0 });
const paidInParts = await t.given.program({
  name: 'Baking',
  price: 500_000,
  instalments: [
    { label: 'Registration', amount: 200_000, dueDays: null },
    { label: 'Term', amount: 300_000, dueDays: 30 },
  ],
});
const reached = { firstName: 'Reached', email: 'ann@example.org', phone: '0772 000 001' };
const onlyByPhone = { firstName: 'Phone', email: null, phone: '0772 000 002' };
const abroad = { firstName: 'Abroad', email: null, phone: '+44 7400 123456' };

test.each([
  ['by email', reached, priced],
  ['by SMS', onlyByPhone, paidInParts],
  ['by nothing', abroad, priced],
  ['of a free program', reached, free],
])('an opened registration says what its acceptance sends and charges: %s', async (_, contact, program) => {
  const startDate = addDaysToToday(20);
  const person = { ...contact, lastName: program.name, programId: program.id, startDate };
  const { id } = await t.given.registration(person);
  const { acceptance } = await registrations.get.query({ id });
  await t.sql('delete from outgoing_messages');
  await registrations.decide.mutate({ id, status: 'accepted' });

  const sent = await t.sql<{ channel: string; recipient: string }>(
    'select channel, recipient from outgoing_messages',
  );
  // An SMS to a country without SMS is queued, and refused when it is due
  const channels = sent.map(({ channel }) => channel).filter(() => contact !== abroad);
  expect(acceptance.channels).toEqual(channels);
  const { charged } = await fees.account.query({ registrationId: id });
  expect(acceptance.charges).toBe(charged);
  expect((await registrations.get.query({ id })).acceptance.charges).toBe(0);
});

test('an account that may not read fees learns that something is charged, and no amount', async () => {
  const { id } = await t.given.registration({ firstName: 'Unread', programId: priced.id });
  const { user } = await t.given.account('desk@example.org');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: ['registrations'] });
  const opened = await t.as('desk@example.org').admin.registrations.get.query({ id });
  expect(opened.acceptance.charges).toBeNull();
});
