import { type Right, rights } from '@institute/contract/rights.constants';
import { expect, test } from 'vitest';
import { makeFeePayment } from '../app/sample-bodies.ts';
import { useTestApp } from '../app/test-app.ts';

const t = await useTestApp();
const student = await t.given.student({ email: 'ann@example.org', phone: '0772 000 101' });
const stranger = await t.given.registration({ programId: student.programId, firstName: 'Unready' });
await t.office.admin.fees.record.mutate(makeFeePayment(student.id, { amount: 123_000 }));
await t.office.admin.registrations.sendMessage.mutate({
  registrations: [student.id],
  channels: ['email'],
  text: 'You owe {balance}',
  key: 'press',
});
await t.sql(`update outgoing_messages set state = 'sent', sent_at = now()`);

const reads = {
  'messagesOut.about': (email: string) =>
    t.as(email).admin.messagesOut.about.query({ reference: student.reference }),
  'stats.get': (email: string) => t.as(email).api.stats.get({}),
  'activity.list': (email: string) => t.as(email).admin.activity.list.query({ limit: 100 }),
  'registrations.get': (email: string) => t.as(email).admin.registrations.get.query({ id: student.id }),
  'certificates.candidates': (email: string) =>
    t.as(email).admin.certificates.candidates.mutate({ ids: [student.id, stranger.id] }),
};
type Read = keyof typeof reads;

/** The answer as text, also that of a refusal. */
const readAs = async (read: Read, ...held: Right[]) => {
  const email = `${held.join('-') || 'none'}@example.org`;
  const { user } = await t.given.account(email);
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: held });
  return JSON.stringify(await reads[read](email).catch((error: unknown) => String(error)));
};
/** What was paid and what is left, as words and as numbers. */
const amount = /UGX|123,?000|777,?000/;

const others = rights.filter((right) => right !== 'fees');
const table = (Object.keys(reads) as Read[]).flatMap((read) =>
  [...others.map((right) => [right]), others].map((held) => ({ read, held, name: held.join(' and ') })),
);

test.each(table)('$read shows no amount to $name', async ({ read, held }) => {
  expect(await readAs(read, ...held)).not.toMatch(amount);
});

test.each([
  ['messagesOut.about', ['registrations', 'fees']],
  ['stats.get', ['fees']],
  ['activity.list', ['settings', 'fees']],
] as [Read, Right[]][])('%s shows amounts to whoever may read fees: %j', async (read, held) => {
  expect(await readAs(read, ...held)).toMatch(amount);
});

test('certificates alone name only those for whom one may be issued', async () => {
  const graduate = await t.given.graduate({ firstName: 'Ready' });
  const ids = [student.id, stranger.id, graduate.id];
  const namesFor = async (...held: Right[]) => {
    const { user } = await t.given.account('issuer@example.org');
    await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: held });
    const found = await t.as('issuer@example.org').admin.certificates.candidates.mutate({ ids });
    return found.people.map(({ id }) => id).sort();
  };
  expect(await namesFor('certificates')).toEqual([graduate.id]);
  expect(await namesFor('certificates', 'registrations')).toEqual(ids.sort());
});
