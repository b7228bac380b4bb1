import { expect, test, vi } from 'vitest';
import type { QueuedEmail } from '../../../messaging/message-kind.ts';
import { useMailer } from '../../../testing/app/mailer.ts';
import { contactNoticeMessage } from '../../school/contact-messages/contact-message.messages.ts';
import { newsletterConfirmationMessage } from '../../school/newsletter/newsletter.messages.ts';
import { registrationStatusMessage } from '../../school/registrations/registration.messages.ts';
import { newDeviceMessage, passwordResetMessage } from '../accounts/account.messages.ts';

const HOUR = 60 * 60_000;
const soon = { timeout: 60_000, interval: 10 };

const m = await useMailer({ RATE_LIMIT_FACTOR: '1' });
const { t, work } = m;

const token = 't'.repeat(43);
const typed = (recipient: string) => newsletterConfirmationMessage.email({ data: { token }, recipient });
const decided = (recipient: string) =>
  registrationStatusMessage.email({
    data: { firstName: 'Ann', reference: 'REG-2026-000001', status: 'reviewing' },
    recipient,
  });
const reset = (recipient: string) => passwordResetMessage.email({ data: { linkId: 'link' }, recipient });
const device = (recipient: string, userAgent: string) =>
  newDeviceMessage.email({
    data: { at: t.now().toISOString(), userAgent, ipAddress: '192.0.2.7' },
    recipient,
  });
const queue = (count: number, email: QueuedEmail) => m.queue(...Array<QueuedEmail>(count).fill(email));
const subjectsTo = (address: string) =>
  m.server.emails.flatMap(({ to, header }) => (to[0] === address ? [header('Subject') ?? ''] : []));
const stored = (state: string) =>
  t.sql('select recipient, tries from outgoing_messages where state = ? order by id', [state]);
const settled = () =>
  vi.waitFor(async () => {
    const due = `select 1 from outgoing_messages where state = 'waiting' and next_try_at <= ?`;
    expect(await t.sql(due, [new Date(t.now().getTime() + 51_000)])).toEqual([]);
  }, soon);

test('a mailbox gets ten emails an hour that anybody could have caused, and the rest is dropped', async () => {
  await queue(8, typed('ann@example.org'));
  await queue(8, typed('Ann+more@example.org'));
  await queue(1, typed('bo@example.org'));
  work();
  await settled();

  expect([...subjectsTo('ann@example.org'), ...subjectsTo('Ann+more@example.org')]).toHaveLength(10);
  expect(subjectsTo('bo@example.org')).toHaveLength(1);
  expect(await stored('waiting')).toEqual([]);
});

test('emails that another process is sending count too', async () => {
  await queue(10, typed('ann@example.org'));
  await t.sql('update outgoing_messages set tries = 1, next_try_at = ?', [
    new Date(t.now().getTime() + 30_000),
  ]);
  await queue(1, typed('ann@example.org'));
  await queue(1, typed('bo@example.org'));
  work();
  await expect.poll(() => subjectsTo('bo@example.org').length, soon).toBe(1);
  await expect.poll(async () => (await stored('waiting')).length, soon).toBe(10);
  expect(subjectsTo('ann@example.org')).toEqual([]);
});

test('what the office causes has room beside them, and waits beyond twenty an hour', async () => {
  await queue(15, typed('ann@example.org'));
  work();
  await settled();
  await queue(13, decided('ann@example.org'));
  await settled();
  expect(subjectsTo('ann@example.org')).toHaveLength(20);
  expect(await stored('waiting')).toEqual(Array(3).fill({ recipient: 'ann@example.org', tries: 0 }));

  t.wait(HOUR);
  await vi.waitFor(() => expect(subjectsTo('ann@example.org')).toHaveLength(23), soon);
});

test('a link for a new password is sent whatever the mailbox got before', async () => {
  await queue(15, typed('ann@example.org'));
  await queue(15, decided('ann@example.org'));
  await queue(1, reset('ann@example.org'));
  work();
  await vi.waitFor(() => expect(subjectsTo('ann@example.org')).toContain('Choose a new password'), soon);
});

test('nobody can use up the room for warnings with forms that any address can be typed into', async () => {
  for (let n = 0; n < 25; n += 1) await queue(1, typed(`ann+${n}@example.org`));
  await queue(15, decided('ann@example.org'));
  await queue(1, device('Ann@example.org', 'A phone'));
  work();
  await settled();
  expect(subjectsTo('Ann@example.org')).toEqual(['Your account was used on a new device']);
});

test('warnings beyond twenty an hour wait, and take no room from other emails', async () => {
  for (let n = 0; n < 23; n += 1) await queue(1, device('ann@example.org', `Phone ${n}`));
  await queue(1, typed('ann@example.org'));
  work();
  await settled();
  expect(subjectsTo('ann@example.org')).toHaveLength(21);
  expect(await stored('waiting')).toEqual(Array(3).fill({ recipient: 'ann@example.org', tries: 0 }));

  t.wait(HOUR);
  await vi.waitFor(() => expect(subjectsTo('ann@example.org')).toHaveLength(24), soon);
});

test('a program that signs in again and again leaves one warning that waits', async () => {
  for (let n = 0; n < 30; n += 1) {
    await queue(1, device('ann@example.org', 'A program'));
    t.wait(1000);
  }
  work();
  await settled();
  expect(subjectsTo('ann@example.org')).toHaveLength(20);
  expect(await stored('waiting')).toHaveLength(1);
});

test('the office gets every message', async () => {
  const data = { name: 'Bo', email: 'bo@example.org', subject: 'Fees', message: 'How much?' };
  await queue(25, contactNoticeMessage.email({ data, recipient: null }));
  work();
  await vi.waitFor(() => expect(m.server.emails).toHaveLength(25), soon);
});
