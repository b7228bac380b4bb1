import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { beforeEach, expect, test } from 'vitest';
import { messagePriorities } from '../../../messaging/message-kind.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { startSmsOutbox } from '../../../testing/app/sms.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeAfricasTalkingUrl } from '../../../testing/stand-ins/africas-talking-stand-in.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueMessagesInBulk } from '../../platform/outbox/outbox.service.ts';
import { queueWrittenMessages } from '../../platform/outbox/outgoing-words.service.ts';
import { contactNoticeMessage } from '../contact-messages/contact-message.messages.ts';
import { feeReceiptMessage } from '../fees/accounts/fee.messages.ts';
import { newsletterConfirmationMessage } from '../newsletter/newsletter.messages.ts';
import { registrationStatusMessage } from '../registrations/registration.messages.ts';
import { bulkMessage } from './many-message.messages.ts';

const t = await useTestApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9'), SMS_DAILY_LIMIT: '100' });
const ofOffice = 'teacher@example.org';
// The first account is the owner
await t.given.account();
await t.given.account(ofOffice);
let keys = 0;
beforeEach(() => t.sql('truncate registrations, outgoing_messages, activities, written_words cascade'));

async function registerMany(count: number): Promise<number[]> {
  const { id } = await t.given.program({ name: 'Tailoring' });
  const rows = await t.sql<{ id: number }>(
    `insert into registrations (first_name, last_name, phone, phone_international, consent, program_id)
     select 'Ann', n::text, number, number, true, ? from (
       select n, '+${place.callingCode}77' || (2000000 + n)::text as number from generate_series(1, ?) as n) as people returning id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}
const send = (registrations: number[], text = 'Dear {firstName}, class at ten', email = ofOffice) =>
  t.as(email).admin.registrations.sendMessage.mutate({
    registrations,
    channels: ['sms'],
    text,
    key: `press-${++keys}`,
  });
const lockAgain = () => t.sql('update sessions set confirmed_at = null');
const count = async (kind: string) =>
  (await t.sql('select 1 from outgoing_messages where kind = ?', [kind])).length;

test('more than 20 people need the password, and owners get the text at once', async () => {
  const people = await registerMany(41);
  await lockAgain();
  await send(people.slice(0, 20));
  expect(await count('message-to-many-notice')).toBe(0);
  // Small ones add up
  for (const more of [people.slice(20), people.slice(20, 21)])
    expect(await readRefusal(send(more))).toMatchObject({ code: 'PASSWORD_REQUIRED' });
  expect(await count('message-to-many')).toBe(20);

  await t.sql('update sessions set confirmed_at = ?', [t.now()]);
  const text = `Dear {firstName}, ${'bring your apron. '.repeat(12)}`.trim();
  await send(people.slice(20), text);
  expect(
    await t.sql(
      `select recipient, priority, next_try_at <= ? as "isDue", data->>'text' as text, data->>'by' as by
       from outgoing_messages where kind = 'message-to-many-notice'`,
      [t.now()],
    ),
  ).toEqual([{ recipient: 'office@example.org', priority: 0, isDue: true, text, by: ofOffice }]);
});

test('the whole text stands in the log', async () => {
  const [person = 0] = await registerMany(1);
  const text = `Dear {firstName}. ${'x'.repeat(900)} the end`;
  await t.sql(`update registrations set email = 'ann@example.org'`);
  await t.office.admin.registrations.sendMessage.mutate({
    registrations: [person],
    channels: ['email'],
    subject: 'A change',
    text,
    key: 'long',
  });
  const entries = await t.sql<{ description: string }>(
    `select description from activities where entity_type = 'email' order by id`,
  );
  expect(entries[0]?.description).toMatch(/^Sent a message to 1 person: A change: Dear \{firstName\}/);
  expect(entries.map(({ description }) => description.replace(/^It goes on: /, '')).join('')).toContain(text);
});

test('a number that is none of the institute needs an owner', async () => {
  const people = await registerMany(1);
  const text = 'Pay to 0779 999 999';
  for (const call of [
    () => send(people, text),
    () =>
      t
        .as(ofOffice)
        .admin.registrations.planMessage.mutate({ registrations: people, channels: ['sms'], text }),
  ])
    expect(await readRefusal(call())).toMatchObject({
      code: 'FORBIDDEN',
      message: '0779 999 999 is no number of the institute. Ask an owner.',
    });
  const [phone] = (await t.office.admin.site.get.query()).view.institute.phones;
  await send(people, `Questions? ${phone}`);
  await send(people, text, 'office@example.org');
  expect(await count('message-to-many')).toBe(2);
});

test('messages to many go after acceptances and receipts, and take half of the day', async () => {
  const outbox = startSmsOutbox(t, { smsDailyLimit: 6 });
  const reference = 'REG-2026-000001';
  const sending = 1;
  const number = (n: number) => `+${place.callingCode}77200${1000 + n}`;
  const toMany = (n: number) =>
    bulkMessage.sms({ recipient: number(n), data: { text: `To many ${n}`, reference, sending } });
  await runInTransaction(t.jobContext(t.now), async (tx) => {
    await queueWrittenMessages(tx, [1, 2, 3, 4].map(toMany));
    const data = { firstName: 'Ann', reference, status: 'accepted' as const };
    const receipt = {
      partId: 1,
      reference,
      amount: 5000,
      balance: formatLocalMoney(0),
      receiptNumber: 'FEE-2026-000001',
    };
    await queueMessagesInBulk(tx, [
      registrationStatusMessage.sms({ recipient: number(5), data }),
      feeReceiptMessage.sms({ recipient: number(6), data: receipt }),
    ]);
  });
  await outbox.sendDue();
  expect(outbox.sent.map(({ to }) => to)).toEqual([5, 6, 1, 2, 3].map(number));
  const [left] = await t.sql<{ id: number; error: string }>(
    `select id, last_error as error from outgoing_messages where state = 'waiting'`,
  );
  expect(left?.error).toBe('Waits: the SMS of today are used up');
  // Sent again by hand it takes no more of the day
  await t.sql(`update outgoing_messages set state = 'parked' where id = ?`, [left?.id]);
  await t.office.admin.messagesOut.sendAgain.mutate({ id: left?.id ?? 0 });
  await outbox.sendDue();
  expect(outbox.sent).toHaveLength(5);
});

test('what strangers cause is behind everything of the office, in email as in SMS', () => {
  const recipient = 'ann@example.org';
  const causes = [
    newsletterConfirmationMessage.email({ recipient, data: { token: 't'.repeat(43) } }),
    contactNoticeMessage.email({ recipient: null, data: { id: 1 } as never }),
  ];
  expect(causes.map(({ priority }) => priority)).toEqual([
    messagePriorities.byVisitors,
    messagePriorities.byVisitors,
  ]);
});
