import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningServer } from '@institute/embedded-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { deriveSandboxSecrets } from '../../modules/platform/payments/payment-provider.ts';
import { makeDonation, makeVisitors, type Task } from '../app/patient-visitors.ts';
import { query } from '../processes/cluster.ts';
import { makeScratchDataDir } from '../processes/server-process.ts';
import * as product from '../processes/started-product.ts';
import { type CaughtEmail, startMailServer } from '../stand-ins/mail-server.ts';

const KILLS = Number(process.env.KILLS ?? 4);
const isLong = KILLS >= 100;
/** So few that none is "left alone", which takes five minutes. */
const DONATIONS = isLong ? 500 : 4;
/** Each sends an email to the applicant. */
const REGISTRATIONS = isLong ? 500 : 10;
const MESSAGES = isLong ? 1000 : 20;
const STARTS_PER_EARLY_KILL = 5;
const MAX_RUN_MS = 2500;
const MAX_SMTP_DELAY_MS = 40;

test(
  `${KILLS} kills at random moments lose and double nothing that visitors were told`,
  async () => {
    const data = makeScratchDataDir();
    onTestFinished(data.remove);
    const mailServer = await startMailServer();
    onTestFinished(() => mailServer.close());
    mailServer.slowness = () => randomBetween(0, MAX_SMTP_DELAY_MS);
    // Creates the demo content before the first kill
    await (await product.startProduct(data.path)).stop();

    const port = await product.findLocalPort();
    const origin = product.makeLocalOrigin(port);
    const authSecret = readFileSync(join(data.path, 'auth-secret'), 'utf8').trim();
    const visitors = makeVisitors(origin, deriveSandboxSecrets({ authSecret }).secretHash);
    const tasks = [
      ...Array.from({ length: REGISTRATIONS }, (_, n) => () => visitors.register(n)),
      ...Array.from({ length: MESSAGES }, (_, n) => () => visitors.writeMessage(n)),
      ...Array.from({ length: DONATIONS }, (_, n) => () => visitors.donate(n)),
    ];
    const settings = { PORT: `${port}`, DATA_DIR: data.path, SMTP_URL: mailServer.url, LOG_LEVEL: 'silent' };
    const emailsBefore: number[] = [];
    const { child, done } = await killWhile(tasks, `${origin}/readyz`, () => {
      emailsBefore.push(mailServer.emails.length);
      return product.spawnProduct(settings);
    });
    onTestFinished(() => product.stopChild(child));
    await done;
    const count = async (sql: string) => {
      const [row] = await query<{ count: number }>(
        findRunningServer(data.path) ?? {},
        `select (${sql})::int as count`,
      );
      return row?.count;
    };
    // The office's summary may wait for an hour
    const dueEmails = `select count(*) from outgoing_messages
      where state = 'waiting' and next_try_at < now() + interval '10 minutes'`;
    const duePayments = "select count(*) from donations where status = 'pending'";
    const settled = { timeout: 20 * 60_000, interval: 1000 };
    await expect.poll(() => count(`(${dueEmails}) + (${duePayments})`), settled).toBe(0);

    expect(visitors.faults).toEqual([]);
    for (const [name, exactly, sql] of rules) expect([name, await count(sql)]).toEqual([name, exactly]);
    const ids = await query<{ id: number }>(
      findRunningServer(data.path) ?? {},
      "select id from outgoing_messages where state = 'sent'",
    );
    const { sent, doubles } = countEmails(mailServer.emails, emailsBefore);
    expect(sent).toEqual(new Set(ids.map(({ id }) => id)));
    // A kill while the mail server takes an email sends it twice
    expect(Math.max(0, ...doubles)).toBeLessThanOrEqual(1);
  },
  60 * 60_000,
);

const randomBetween = (from: number, to: number) => from + Math.random() * (to - from);

/** The last process keeps running. */
async function killWhile(tasks: Task[], address: string, start: () => ChildProcess) {
  const waiting = [...tasks];
  const begun: Promise<void>[] = [];
  /** Spread over time, so that each kill interrupts some of them. */
  const beginTasks = (count: number, withinMs: number) => {
    for (let left = count; left > 0 && waiting.length > 0; left -= 1) {
      const [task] = waiting.splice(Math.floor(randomBetween(0, waiting.length)), 1);
      if (task) begun.push(sleep(randomBetween(0, withinMs)).then(task));
    }
  };

  let early = 0;
  let upAfterMs = 1500;
  for (let run = 0; run < KILLS; run += 1) {
    const startedAt = performance.now();
    const child = start();
    const exit = once(child, 'exit');
    if (run > 0 && randomBetween(0, STARTS_PER_EARLY_KILL) < 1) {
      await sleep(randomBetween(0, upAfterMs));
      early += 1;
    } else {
      await product.waitUntilReady(address, child);
      upAfterMs = performance.now() - startedAt;
      const runMs = randomBetween(0, MAX_RUN_MS);
      beginTasks(Math.ceil(waiting.length / (KILLS - run)), runMs);
      await sleep(runMs);
    }
    child.kill('SIGKILL');
    await exit;
  }
  const child = start();
  await product.waitUntilReady(address, child);
  beginTasks(waiting.length, 0);
  return { child, early, done: Promise.all(begun) };
}

/** What the rows count, and should count. */
const eachOnce = (column: string, rest: string) =>
  `select count(distinct ${column}) from ${rest} having count(*) = count(distinct ${column})`;
const paid = "from donations where status = 'successful'";
const amounts = Array.from({ length: DONATIONS }, (_, number) => makeDonation(number).amount);
const amount = amounts.reduce((sum, one) => sum + one, 0);
const activities = "select count(*) from activities where description like 'Donation received%'";
const receipts = "outgoing_messages where kind = 'donation-receipt'";
const numbers = `select max(n) from (select split_part(receipt_number, '-', 3)::int as n from donations) as numbers
  having count(distinct n) = max(n) and min(n) = 1`;
const emails = REGISTRATIONS + DONATIONS;
// While many registrations and messages wait unseen, the office gets no emails about more
const written = 'select count(*) from outgoing_messages where recipient is not null';
const rules: [name: string, exactly: number, sql: string][] = [
  [
    'registrations, each once',
    REGISTRATIONS,
    eachOnce('email', "registrations where email like 'applicant-%'"),
  ],
  ['messages stored, each once', MESSAGES, eachOnce('email', 'messages')],
  ['donations stored, each once', DONATIONS, eachOnce('email', 'donations')],
  ['donations paid', DONATIONS, `select count(*) ${paid}`],
  ['their amounts together, over all currencies', amount, `select sum(amount) ${paid}`],
  ['entries in the activity log that a donation was received', DONATIONS, activities],
  ['receipt numbers, from 1 without a gap', DONATIONS, numbers],
  ['receipts written, one for each donation', DONATIONS, eachOnce("data->>'donationId'", receipts)],
  ['emails written to visitors', emails, written],
  ['emails of them sent', emails, `${written} and state = 'sent'`],
];

/** `emailsBefore` holds the number of emails received before each start. */
function countEmails(caught: CaughtEmail[], emailsBefore: number[]) {
  /** The last start before each email, by the email's id. */
  const runOf = new Map<number, number>();
  const doublesAfter: Record<number, number> = {};
  for (const [place, email] of caught.entries()) {
    const id = Number(/^<(\d+)\./.exec(email.header('Message-ID') ?? '')?.[1]);
    const before = runOf.get(id);
    if (before !== undefined) doublesAfter[before] = (doublesAfter[before] ?? 0) + 1;
    runOf.set(
      id,
      emailsBefore.findLastIndex((begin) => begin <= place),
    );
  }
  return { sent: new Set(runOf.keys()), doubles: Object.values(doublesAfter) };
}
