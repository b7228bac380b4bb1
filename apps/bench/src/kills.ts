import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { sandboxSecrets } from '../../server/src/modules/payments/payment-provider.ts';
import { type CaughtEmail, startMailServer } from '../../server/src/testing/mail-server.ts';
import {
  freePort,
  localOrigin,
  spawnProduct,
  startProduct,
  stopChild,
  untilReady,
  withFolder,
} from './product.ts';
import { type Figure, isShort, noneFigure, type Section } from './report.ts';
import {
  contactTask,
  donationTask,
  makeDonation,
  registrationTask,
  retryingPost,
  type Task,
  ways,
} from './visitors.ts';

const KILLS = isShort ? 4 : 200;
/** The short run is so small that no donation is "left alone", which takes five minutes. */
const DONATIONS = isShort ? 4 : 500;
/** Each sends an email to the applicant. */
const REGISTRATIONS = isShort ? 10 : 500;
/** Each sends one email. */
const MESSAGES = isShort ? 20 : 1000;
const STARTS_PER_EARLY_KILL = 5;
const MAX_RUN_MS = 2500;
const MAX_SMTP_DELAY_MS = 40;
const SETTLE_TIMEOUT_MS = 20 * 60_000;

export const killRepeatedly = (): Promise<Section> =>
  withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    mailServer.slowness = () => randomBetween(0, MAX_SMTP_DELAY_MS);
    // Creates the demo content before the first kill.
    const first = await startProduct(dataDir);
    await first.stop();

    const port = await freePort();
    const visitors = retryingPost(localOrigin(port));
    const authSecret = process.env.AUTH_SECRET ?? readFileSync(join(dataDir, 'auth-secret'), 'utf8').trim();
    const { secretHash } = sandboxSecrets({ authSecret });
    const tasks = [
      ...Array.from({ length: REGISTRATIONS }, (_, n) => registrationTask(visitors.post, n)),
      ...Array.from({ length: MESSAGES }, (_, n) => contactTask(visitors.post, n)),
      ...Array.from({ length: DONATIONS }, (_, n) => donationTask(visitors.post, secretHash, n)),
    ];
    const settings = { PORT: `${port}`, DATA_DIR: dataDir, SMTP_URL: mailServer.url, LOG_LEVEL: 'warn' };
    const emailsBefore: number[] = [];
    const { child, done, early } = await killWhile(tasks, port, () => {
      emailsBefore.push(mailServer.emails.length);
      return spawnProduct(settings);
    });
    await done;
    const db = new pg.Client(runningServer(dataDir));
    await db.connect();
    await untilSettled(db);
    const figures = [
      { name: 'kills', value: KILLS, details: `${early} of them before the process was up` },
      noneFigure('answers other than success and 503', visitors.faults),
      await checkRows(db),
      ...(await checkEmails(db, mailServer.emails, emailsBefore)),
    ];
    await db.end();
    await stopChild(child);
    await mailServer.close();
    return {
      title: 'Kills',
      text: `The process ends with \`kill -9\` at random moments, one start in ${STARTS_PER_EARLY_KILL} before it is up, while visitors register, write messages and donate in ${ways.length} ways. A call that was cut off is repeated with the same key. A mail server takes each email after up to ${MAX_SMTP_DELAY_MS} ms; a kill during this time duplicates it. When nothing is due any more, the rows and emails are compared.`,
      figures,
    };
  });

const randomBetween = (from: number, to: number) => from + Math.random() * (to - from);

/** The last process keeps running. */
async function killWhile(tasks: Task[], port: number, start: () => ChildProcess) {
  const waiting = tasks
    .map((task) => ({ task, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ task }) => task);
  const begun: Promise<void>[] = [];
  /** Spread over time, so that each kill interrupts some of them. */
  const beginTasks = (count: number, withinMs: number) => {
    for (const task of waiting.splice(0, count)) begun.push(sleep(randomBetween(0, withinMs)).then(task));
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
      await untilReady(`${localOrigin(port)}/readyz`, child);
      upAfterMs = performance.now() - startedAt;
      const runMs = randomBetween(0, MAX_RUN_MS);
      beginTasks(Math.ceil(waiting.length / (KILLS - run)), runMs);
      await sleep(runMs);
    }
    child.kill('SIGKILL');
    await exit;
    if ((run + 1) % 10 === 0) console.info(`${run + 1} kills, ${begun.length} of ${tasks.length} begun`);
  }
  const child = start();
  await untilReady(`${localOrigin(port)}/readyz`, child);
  beginTasks(waiting.length, 0);
  return { child, early, done: Promise.all(begun) };
}

async function untilSettled(db: pg.Client): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const due = await countRows(
      db,
      `(select count(*) from outgoing_messages where state = 'waiting') + (select count(*) from donations where status = 'pending')`,
    );
    console.info(`${due} emails and payments to be settled`);
    if (due === 0) return;
    await sleep(5000);
  }
}

async function countRows(db: pg.Client, sql: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select (${sql})::int as count`);
  return rows[0]?.count ?? Number.NaN;
}

/** What the rows count, and should count. */
async function checkRows(db: pg.Client): Promise<Figure> {
  const eachOnce = (column: string, rest: string) =>
    `select count(distinct ${column}) from ${rest} having count(*) = count(distinct ${column})`;
  const amounts = Array.from({ length: DONATIONS }, (_, number) => makeDonation(number).amount);
  const emails = REGISTRATIONS + MESSAGES + DONATIONS;
  // While many registrations wait unseen, the office gets no emails about more
  const counted = "select count(*) from outgoing_messages where kind <> 'registration-for-office'";
  const rules: [name: string, exactly: number, sql: string][] = [
    [
      'registrations stored, each once',
      REGISTRATIONS,
      eachOnce('email', "registrations where email like 'applicant-%'"),
    ],
    ['messages stored, each once', MESSAGES, eachOnce('email', 'messages')],
    ['donations stored, each once', DONATIONS, eachOnce('email', 'donations')],
    ['donations paid', DONATIONS, "select count(*) from donations where status = 'successful'"],
    [
      'their amounts together, over all currencies',
      amounts.reduce((sum, amount) => sum + amount, 0),
      "select sum(amount) from donations where status = 'successful'",
    ],
    [
      'entries in the activity log that a donation was received',
      DONATIONS,
      "select count(*) from activities where description like 'Donation received%'",
    ],
    [
      'receipt numbers, from 1 without a gap',
      DONATIONS,
      `select max(n) from (select split_part(receipt_number, '-', 3)::int as n from donations) as numbers
       having count(distinct n) = max(n) and min(n) = 1`,
    ],
    [
      'receipts written, one for each donation',
      DONATIONS,
      eachOnce("data->>'donationId'", "outgoing_messages where kind = 'donation-receipt'"),
    ],
    ['emails written, without those to the office about registrations', emails, counted],
    ['emails of them sent', emails, `${counted} and state = 'sent'`],
  ];
  const wrong: string[] = [];
  for (const [name, exactly, sql] of rules) {
    const counted = await countRows(db, sql);
    if (counted !== exactly) wrong.push(`${name}: ${counted} of ${exactly}`);
  }
  const figure = noneFigure(`${KILLS} kills: counts of rows that are wrong`, wrong);
  return {
    details: `of ${rules.length}: ${REGISTRATIONS} registrations, ${MESSAGES} messages, ${DONATIONS} donations`,
    ...figure,
  };
}

/** `emailsBefore` holds the number of emails received before each start. */
async function checkEmails(db: pg.Client, caught: CaughtEmail[], emailsBefore: number[]): Promise<Figure[]> {
  const { rows } = await db.query<{ id: number }>('select id from outgoing_messages');
  const known = new Set(rows.map(({ id }) => id));
  /** The last start before each email, by the email's id. */
  const runOf = new Map<number, number>();
  const doublesAfter = new Map<number, number>();
  const unknown: string[] = [];
  for (const [place, email] of caught.entries()) {
    const messageId = email.header('Message-ID') ?? '';
    const id = Number(/^<(\d+)\./.exec(messageId)?.[1]);
    const before = runOf.get(id);
    if (!known.has(id)) unknown.push(messageId);
    else
      runOf.set(
        id,
        emailsBefore.findLastIndex((begin) => begin <= place),
      );
    if (before !== undefined) doublesAfter.set(before, (doublesAfter.get(before) ?? 0) + 1);
  }
  const doubles = [...doublesAfter.values()];
  return [
    { name: 'emails of these that reached the mail server', value: runOf.size, exactly: known.size },
    noneFigure('emails that nobody had written', unknown),
    {
      name: 'emails that one kill sends twice',
      value: Math.max(0, ...doubles),
      atMost: 1,
      details: `${doubles.reduce((sum, one) => sum + one, 0)} in all`,
    },
  ];
}
