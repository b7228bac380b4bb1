import { place } from '@institute/contract/place';
import type { SmsAudience } from '@institute/contract/site.constants';
import { beforeEach, expect, test } from 'vitest';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { id: programId } = await t.given.program();
beforeEach(async () => void (await t.sql('delete from outgoing_messages')));

const sendSms = async (smsTo: SmsAudience) => {
  const { site } = t.office.admin;
  const { messages } = (await site.get.query()).view;
  await site.update.mutate({ changes: { messages: { ...messages, smsTo } } });
};
const change = async (id: number, body: object) =>
  void (await requireSuccess(t.office.api.registrations.update({ params: { id }, body })));
const told = () =>
  t.sql<{ recipient: string }>(
    "select recipient from outgoing_messages where kind = 'contact-changed' order by id",
  );
const recipients = async () => (await told()).map(({ recipient }) => recipient);

const old = { email: 'old@example.org', phone: '0772 000 101' };

test.each<[what: string, smsTo: SmsAudience, body: object, expected: string[]]>([
  [
    'a new email address',
    'withoutEmail',
    { email: 'new@example.org' },
    ['old@example.org', 'new@example.org'],
  ],
  [
    'a new phone',
    'always',
    { phone: '0772 000 102' },
    ['old@example.org', `+${place.callingCode}772000101`, `+${place.callingCode}772000102`],
  ],
  ['a new phone where no SMS goes', 'never', { phone: '0772 000 102' }, ['old@example.org']],
  [
    'an email address that is taken away',
    'withoutEmail',
    { email: null },
    ['old@example.org', `+${place.callingCode}772000101`],
  ],
  [
    'the phone of a guardian',
    'withoutEmail',
    { guardianPhone: '0772 000 103' },
    [`+${place.callingCode}772000103`],
  ],
  [
    'the same contact written otherwise',
    'always',
    { phone: `+${place.callingCode} 772 000101`, email: old.email },
    [],
  ],
  ['another field', 'always', { lastName: 'Other' }, []],
])('%s, with SMS %s, is told to the old and the new contact', async (_, smsTo, body, expected) => {
  await sendSms(smsTo);
  const { id } = await t.given.registration({ programId, ...old });
  await t.sql('delete from outgoing_messages');
  await change(id, body);
  expect(await recipients()).toEqual(expected);
});

test('the message names neither contact', async () => {
  await sendSms('always');
  const { id } = await t.given.registration({ programId, ...old });
  await change(id, { email: 'new@example.org', phone: '0772 000 102' });
  const rows = await t.sql("select data from outgoing_messages where kind = 'contact-changed'");
  expect(rows).toHaveLength(4);
  expect(JSON.stringify(rows)).not.toMatch(/example\.org|772/);
});
