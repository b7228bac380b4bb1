import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startBackground } from '../../background/background.ts';
import { writeEmail } from '../../composition/emails.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { transaction } from '../../transaction.ts';
import { getSite } from '../site/site.service.ts';
import { emailChannel } from './email-channel.ts';
import { mailer } from './mailer.ts';
import { type QueuedEmail, queueEmail } from './outbox.service.ts';

const HOUR = 60 * 60_000;
const soon = { timeout: 60_000, interval: 10 };

let t: TestApp;
let server: MailServer;
let waited = 0;
let background: ReturnType<typeof startBackground> | undefined;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await t.close();
});
beforeEach(async () => {
  await t.db.orm.em.fork().execute('delete from outgoing_messages');
  server.emails.splice(0);
  waited = 0;
});
afterEach(() => background?.close());

const now = () => new Date(Date.now() + waited);
function work() {
  const config = { ...t.config, smtpUrl: server.url };
  const context = () => ({ ...t.jobContext(now), config });
  const work = [mailer(context, emailChannel({ writeEmail, readSite: getSite, linkToken: () => 'x' }))];
  background = startBackground({ ...context(), work, pollMs: 10 });
}
const token = 't'.repeat(43);
const typed = (recipient: string) =>
  ({ kind: 'newsletter-confirmation', data: { token }, recipient }) as const;
const decided = (recipient: string) =>
  ({
    kind: 'registration-status',
    data: { firstName: 'Ann', reference: 'REG-2026-000001', status: 'reviewing' },
    recipient,
  }) as const;
const reset = (recipient: string) =>
  ({ kind: 'password-reset', data: { linkId: 'link' }, recipient }) as const;
const device = (recipient: string, userAgent: string) =>
  ({
    kind: 'new-device',
    data: { at: now().toISOString(), userAgent, ipAddress: '192.0.2.7' },
    recipient,
  }) as const;
const queue = (count: number, email: QueuedEmail) =>
  transaction({ em: t.db.orm.em.fork(), now }, async (tx) => {
    for (let n = 0; n < count; n += 1) await queueEmail(tx, email);
  });
const subjectsTo = (address: string) =>
  server.emails.flatMap(({ to, header }) => (to[0] === address ? [header('Subject') ?? ''] : []));
const stored = async (state: string) =>
  await t.db.orm.em
    .fork()
    .execute('select recipient, tries from outgoing_messages where state = ? order by id', [state]);
const settled = () =>
  vi.waitFor(async () => {
    const [due] = await t.db.orm.em
      .fork()
      .execute("select count(*)::int from outgoing_messages where state = 'waiting' and next_try_at <= ?", [
        new Date(now().getTime() + 41_000),
      ]);
    expect(due).toEqual({ count: 0 });
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

test('what the office causes has room beside them, and waits beyond twenty an hour', async () => {
  await queue(15, typed('ann@example.org'));
  await queue(13, decided('ann@example.org'));
  work();
  await settled();
  expect(subjectsTo('ann@example.org')).toHaveLength(20);
  expect(await stored('waiting')).toEqual(Array(3).fill({ recipient: 'ann@example.org', tries: 0 }));

  waited += HOUR;
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

  waited += HOUR;
  await vi.waitFor(() => expect(subjectsTo('ann@example.org')).toHaveLength(24), soon);
});

test('a program that signs in again and again leaves one warning that waits', async () => {
  for (let n = 0; n < 30; n += 1) {
    await queue(1, device('ann@example.org', 'A program'));
    waited += 1000;
  }
  work();
  await settled();
  expect(subjectsTo('ann@example.org')).toHaveLength(20);
  expect(await stored('waiting')).toHaveLength(1);
});

test('the office gets every message', async () => {
  const data = { name: 'Bo', email: 'bo@example.org', subject: 'Fees', message: 'How much?' };
  await queue(25, { kind: 'contact-message', data, recipient: null });
  work();
  await vi.waitFor(() => expect(server.emails).toHaveLength(25), soon);
});
