import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { retryRulesByWork } from '../../../composition/background.ts';
import { useMailer } from '../../../testing/app/mailer.ts';
import { patientSending } from '../../../testing/app/patience.ts';
import { runInTransaction } from '../../../transaction.ts';
import { newsletterWelcomeMessage } from '../../school/newsletter/newsletter.messages.ts';
import { makeOutboxWork, type OutboxChannel } from './mailer.ts';
import { queueEmail } from './outbox.service.ts';

const MINUTE = 60_000;
const soon = { timeout: 60_000, interval: 10 };
/** Messages that stall let others pass. */
const usualSpeed = {};

const m = await useMailer();
const { t, work } = m;

const token = 't'.repeat(43);
const welcome = (recipient: string | null) => newsletterWelcomeMessage.email({ data: { token }, recipient });
const queue = (...recipients: (string | null)[]) => m.queue(...recipients.map(welcome));
const rows = () =>
  t.sql<{ recipient: string; state: string; tries: number; pause: number; last_error: string | null }>(
    'select recipient, state, tries, last_error, extract(epoch from next_try_at - ?::timestamptz)::float as pause from outgoing_messages order by id',
    [t.now()],
  );
const seen = (condition: () => void | Promise<void>) => vi.waitFor(condition, soon);
/** Waits for the failure of this try. Reads its row at once, because the next try clears the error. */
const readFailure = (failure: object) =>
  vi.waitFor(async () => {
    const [row] = await rows();
    expect(row).toMatchObject(failure);
    return row;
  }, soon);
/** The time limit restarts with each sent email, so only a standstill fails. */
async function allSent() {
  const countUnsent = async () => (await rows()).filter(({ state }) => state !== 'sent').length;
  for (let unsent = await countUnsent(); unsent > 0; unsent = await countUnsent()) {
    const before = unsent;
    await seen(async () => expect(await countUnsent()).toBeLessThan(before));
  }
}

test('an email is sent once, to one recipient, with the headers that it should have', async () => {
  await queue('ann@example.org');
  work();
  await seen(() => expect(m.server.emails).toHaveLength(1));
  await seen(async () => expect(await rows()).toMatchObject([{ state: 'sent', tries: 1, last_error: null }]));

  const [email] = m.server.emails;
  expect(email).toMatchObject({ from: 'office@example.org', to: ['ann@example.org'] });
  expect(email?.header('From')).toBe('The Institute <office@example.org>');
  expect(email?.header('To')).toBe('ann@example.org');
  expect(email?.header('Auto-Submitted')).toBe('auto-generated');
  expect(email?.header('List-Unsubscribe')).toContain(`/newsletter/unsubscribe?token=${token}>`);
  expect(email?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(email?.header('Message-ID')).toMatch(/^<.+@localhost>$/);
  expect(email?.raw).toContain('text/plain');
  expect(email?.raw).toContain('text/html');
});

test('emails to the office go to every owner while it has no address', async () => {
  for (const email of ['owner@example.org', 'second@example.org', 'editor@example.org'])
    await t.given.account(email);
  await t.sql(`update accounts set is_owner = email <> 'editor@example.org'`);
  await t.sql(`update site set content = jsonb_set(content, '{institute,emails}', '[]')`);
  await queue(null, 'ann@example.org');
  work();
  await seen(() => expect(m.server.emails).toHaveLength(2));
  await allSent();
  expect(m.server.emails.map(({ to }) => to.toSorted())).toEqual(
    expect.arrayContaining([['owner@example.org', 'second@example.org'], ['ann@example.org']]),
  );
  await t.sql(`update site set content = jsonb_set(content, '{institute,emails}', '["office@example.org"]')`);
});

test('a rolled back email is not sent', async () => {
  const undone = runInTransaction({ em: t.em(), now: t.now }, async (tx) => {
    await queueEmail(tx, welcome('x@example.org'));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await queue('ann@example.org');
  work();
  await seen(() => expect(m.server.emails).toHaveLength(1));
  expect(m.server.asked).toEqual(['ann@example.org']);
});

test('a recipient for whom the server hangs does not delay the others', async () => {
  m.server.manner = (to) =>
    to === 'slow@example.org' ? 'hang' : to === 'late@example.org' ? 'hang at the end' : 'take';
  await queue(
    'slow@example.org',
    'late@example.org',
    ...Array.from({ length: 5 }, (_, n) => `a${n}@example.org`),
  );
  work(m.server.url, usualSpeed);
  await seen(() => expect(m.server.emails).toHaveLength(5));
  expect((await rows()).slice(0, 2)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
});

test('a server that says "later" is asked again after 10, 20 and 40 s', async () => {
  m.server.manner = () => 421;
  await queue('ann@example.org');
  let since = t.now();
  work();
  for (const [tries, pause] of [
    [1, 10],
    [2, 20],
    [3, 40],
    [4, 80],
  ] as const) {
    const row = await readFailure({ state: 'waiting', tries, last_error: expect.any(String) });
    // Random jitter shortens it by up to a tenth
    expect(row?.pause).toBeLessThan(pause + 1);
    const passed = (t.now().getTime() - since.getTime()) / 1000;
    expect((row?.pause ?? 0) + passed).toBeGreaterThan(0.9 * pause);
    if (tries === 4) m.server.manner = () => 'take';
    t.wait(pause * 1000);
    since = t.now();
  }
  await seen(() => expect(m.server.emails).toHaveLength(1));
});

test('a server that is too busy to greet is tried again later', async () => {
  const busy = createServer((socket) => socket.end('421 Too busy\r\n'));
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  await queue('ann@example.org');
  const attempt = work(`smtp://127.0.0.1:${(busy.address() as AddressInfo).port}`);
  await seen(async () =>
    expect((await rows())[0]).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('421') }),
  );
  await attempt.close();
  busy.close();
  t.wait(MINUTE);
  work();
  await seen(() => expect(m.server.emails).toHaveLength(1));
});

test.each([
  ['names the recipient', 550],
  ['has the whole email', 'refuse at the end'],
] as const)('a server that says no three times when it %s is believed', async (_, manner) => {
  m.server.manner = () => manner;
  await queue('gone@example.org');
  work();
  for (const tries of [1, 2, 3]) {
    await readFailure({ tries, last_error: expect.stringContaining('Not now') });
    t.wait(MINUTE);
  }
  await seen(async () => expect((await rows())[0]?.state).toBe('parked'));
  expect(m.server.asked).toHaveLength(3);
});

test('an unreachable or silent server loses no email', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  await queue('ann@example.org');
  const unreached = work('smtp://127.0.0.1:1');
  await seen(async () =>
    expect((await rows())[0]).toMatchObject({ state: 'waiting', last_error: expect.any(String) }),
  );
  await unreached.close();

  t.wait(MINUTE);
  // The twenty seconds of an answer pass a hundred times as fast
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  const unanswered = work(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await seen(async () =>
    expect((await rows())[0]).toMatchObject({ state: 'waiting', tries: 2, last_error: expect.any(String) }),
  );
  expect((await rows())[0]?.pause).toBeLessThan(21);
  await unanswered.close();
  silent.close();
  vi.restoreAllMocks();

  t.wait(MINUTE);
  work();
  await seen(() => expect(m.server.emails).toHaveLength(1));
});

test('an email claimed by a killed process is sent within a minute', async () => {
  await queue('ann@example.org');
  const lease = new Date(t.now().getTime() + 40_000);
  await t.sql('update outgoing_messages set tries = 1, next_try_at = ?', [lease]);
  t.wait(45_000);
  work();
  await seen(() => expect(m.server.emails).toHaveLength(1));
});

test('an email that cannot be written is parked with its reason and does not delay others', async () => {
  await t.sql(
    "insert into outgoing_messages (kind, recipient, data) values ('unknown', 'a@example.org', '{}')",
  );
  await queue('ann@example.org');
  work();
  await seen(() => expect(m.server.emails).toHaveLength(1));
  await seen(async () => expect((await rows())[0]?.last_error).toContain('no message of the kind'));
});

test('two processes send each email once', async () => {
  const recipients = Array.from({ length: 30 }, (_, n) => `a${n}@example.org`);
  await queue(...recipients);
  const first = work();
  work();
  await allSent();
  await first.close();
  expect(m.server.emails.flatMap(({ to }) => to).sort()).toEqual(recipients.sort());
});

test('a full outbox is sent oldest first, each email once, over one connection', async () => {
  const recipients = Array.from({ length: 120 }, (_, n) => `a${n}@example.org`);
  await queue(...recipients);
  const before = m.server.connections();
  work();
  await allSent();
  expect(m.server.emails.flatMap(({ to }) => to)).toEqual(recipients);
  // The pool replaces its connection now and then
  expect(m.server.connections() - before).toBeLessThanOrEqual(3);
});

/** Messages that take no time, in batches that the test begins itself. */
function quickWork(send: (recipient: string) => Promise<void>, speed = patientSending) {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const channel: OutboxChannel = {
    name: 'email',
    send: async (_, { recipient }) => {
      await send(recipient ?? '');
      return { state: 'sent' };
    },
  };
  const { claim, run } = makeOutboxWork(() => t.jobContext(t.now), channel, retryRulesByWork.email, speed);
  return {
    claim: () => claim([]),
    run,
    runAll: async () => {
      const due = await claim([]);
      await Promise.all(due.map(run));
      return due.length;
    },
  };
}

test('quick emails go in growing batches, in their order, and not after they are taken back', async () => {
  const recipients = Array.from({ length: 20 }, (_, n) => `a${n}@example.org`);
  await queue(...recipients);
  const sent: string[] = [];
  const { claim, run, runAll } = quickWork(async (recipient) => void sent.push(recipient));
  expect([await runAll(), await runAll()]).toEqual([1, 2]);

  const due = await claim();
  expect(due).toHaveLength(8);
  await t.sql('delete from outgoing_messages where id = ?', [due[2]?.id]);
  await Promise.all(due.map(run));
  expect([await runAll(), await runAll()]).toEqual([9, 0]);
  expect(sent).toEqual(recipients.filter((one) => one !== 'a5@example.org'));
  expect((await rows()).every(({ state, tries }) => state === 'sent' && tries === 1)).toBe(true);
});

test('a recipient gets the emails in their order, also when the first of a batch stalls', async () => {
  await queue(...['a', 'bo', 'bo', 'bo', 'c'].map((name) => `${name}@example.org`));
  const stall = Promise.withResolvers<void>();
  const { claim, run, runAll } = quickWork(
    (recipient) => (recipient === 'bo@example.org' ? stall.promise : Promise.resolve()),
    usualSpeed,
  );
  await runAll();
  const [first, second, ...others] = await claim();
  if (!first || !second) throw new Error('Two are due');
  expect(others).toEqual([]);
  const stalled = run(first);
  await run(second);
  expect((await rows()).slice(1, 3)).toMatchObject([
    { state: 'waiting', tries: 1 },
    { state: 'waiting', tries: 0, last_error: null },
  ]);
  // The third one of Bo waits as well
  expect(await runAll()).toBe(1);
  stall.resolve();
  await stalled;
  const [next] = await claim();
  expect([next?.id, next?.dueAt]).toEqual([second.id, second.dueAt]);
});

test('a server that closes the connection after each email gets each once', async () => {
  m.server.manner = () => 'take and hang up';
  const recipients = Array.from({ length: 5 }, (_, n) => `a${n}@example.org`);
  await queue(...recipients);
  work();
  // A failed email is retried after ten seconds
  await allSent();
  expect(m.server.emails.flatMap(({ to }) => to).sort()).toEqual(recipients);
});

test('without a server emails are files that only their owner can read', async () => {
  await queue('ann@example.org');
  const folder = join(t.config.dataDir, 'mail');
  work('');
  await seen(async () => expect((await rows())[0]?.state).toBe('sent'));
  const { items } = await t.office.admin.messagesOut.list.query({});
  expect(items).toMatchObject([{ state: 'sent', isFile: true }]);
  const [name = ''] = readdirSync(folder);
  expect(name).toMatch(/^\d+\.eml$/);
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  expect(readFileSync(join(folder, name), 'utf8')).toContain('To: ann@example.org\r\n');
});
