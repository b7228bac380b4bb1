import { expect, test, vi } from 'vitest';
import { useMailer } from '../../../testing/app/mailer.ts';
import { newsletterConfirmationMessage } from '../../school/newsletter/newsletter.messages.ts';
import {
  registrationReceivedMessage,
  registrationStatusMessage,
} from '../../school/registrations/registration.messages.ts';

const HOUR = 60 * 60_000;
const soon = { timeout: 60_000, interval: 10 };

const m = await useMailer({ MAIL_VISITORS_DAILY: '6,4' });
const { t, work } = m;

const reference = 'REG-2026-000001';
const typed = (recipient: string) =>
  newsletterConfirmationMessage.email({ data: { token: 't'.repeat(43) }, recipient });
const received = (recipient: string) =>
  registrationReceivedMessage.email({ data: { reference, program: 'Tailoring' }, recipient });
const decided = (recipient: string) =>
  registrationStatusMessage.email({ data: { firstName: 'Ann', reference, status: 'reviewing' }, recipient });

test('what strangers cause has one share a day over all mailboxes, and the rest waits for the next day', async () => {
  for (let n = 0; n < 8; n += 1) await m.queue(typed(`a${n}@example.org`));
  for (let n = 0; n < 5; n += 1) await m.queue(received(`b${n}@example.org`));
  await m.queue(decided('cy@example.org'));
  work();
  await expect.poll(() => m.server.emails.length, soon).toBe(11);
  const arrived = () =>
    m.server.emails
      .map(({ to }) => to[0]?.[0])
      .sort()
      .join('');
  expect(arrived()).toBe('aaaaaabbbbc');
  const waiting = `select recipient, tries, last_error as error from outgoing_messages where state = 'waiting' order by id`;
  await expect
    .poll(() => t.sql(waiting), soon)
    .toEqual(
      ['a6', 'a7', 'b4'].map((name) => ({
        recipient: `${name}@example.org`,
        tries: 0,
        error: 'Not sent: limit',
      })),
    );

  t.wait(24 * HOUR);
  await vi.waitFor(() => expect(arrived()).toBe('aaaaaaaabbbbbc'), soon);
});
