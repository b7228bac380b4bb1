import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiPrefix } from '@institute/contract/api.constants';
import { runningServer } from '@institute/embedded-postgres';
import pg, { type ClientConfig } from 'pg';
import { sandboxSecrets } from '../../server/src/modules/donations/payments.ts';
import { startMailServer } from '../../server/src/testing/mail-server.ts';
import { freePort, originOf, startProduct, stop } from './product.ts';
import { checkEmails, checkRows } from './reliability/checks.ts';
import { retryingClient } from './reliability/client.ts';
import { killRepeatedly } from './reliability/kill-repeatedly.ts';
import { seeded } from './reliability/random.ts';
import { type Figures, failed, markdown } from './reliability/report.ts';
import { donate, register, writeMessage } from './reliability/tasks.ts';
import { withHead } from './report-section.ts';

const FILE = resolve(import.meta.dirname, '../../../docs/reliability.md');
const MAX_SMTP_DELAY_MS = 40;
const SETTLE_TIMEOUT_MS = 20 * 60_000;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    /** Registrations cause half of them, two each. */
    emails: { type: 'string', default: '2000' },
    payments: { type: 'string', default: '500' },
    seed: { type: 'string', default: '20261120' },
    /** Prints the results and writes no file. */
    dry: { type: 'boolean', default: false },
  },
});
const [kills, emails, payments, seed] = [values.kills, values.emails, values.payments, values.seed].map(
  Number,
);

const dataDir = mkdtempSync(join(tmpdir(), 'institute-reliability-'));
try {
  const figures = await measure(kills ?? 0, emails ?? 0, payments ?? 0, seed ?? 0);
  const text = markdown(figures);
  console.info(`\n${text}`);
  if (!values.dry) writeFileSync(FILE, withHead(readFileSync(FILE, 'utf8'), text));
  const broken = failed(figures);
  if (broken.length > 0) console.error(`Broken: ${broken.join(', ')}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(kills: number, emails: number, payments: number, seed: number): Promise<Figures> {
  const random = seeded(seed);
  const mailServer = await startMailServer();
  mailServer.slowness = () => random.between(0, MAX_SMTP_DELAY_MS);
  const settings = { DATA_DIR: dataDir, SMTP_URL: mailServer.url, LOG_LEVEL: 'warn' };

  // Creates the demo content before the first kill.
  const first = await startProduct(dataDir);
  const programs = await fetch(`${first.origin}${apiPrefix}/programs`);
  const { data } = (await programs.json()) as { data: { id: number }[] };
  await first.stop();

  const port = await freePort();
  const client = retryingClient(originOf(port));
  const authSecret = process.env.AUTH_SECRET ?? readFileSync(join(dataDir, 'auth-secret'), 'utf8').trim();
  const { secretHash } = sandboxSecrets({ authSecret });
  const registrations = emails / 4;
  const messages = emails / 2;
  const tasks = random.shuffled([
    ...numbers(registrations).map((n) => register(client, data[0]?.id ?? 0, n)),
    ...numbers(messages).map((n) => writeMessage(client, n)),
    ...numbers(payments).map((n) => donate(client, secretHash, n)),
  ]);

  const begin = performance.now();
  const emailsBefore: number[] = [];
  const { child, done, killedBeforeUp } = await killRepeatedly({
    ...{ port, settings, kills, tasks, random },
    onStart: () => emailsBefore.push(mailServer.emails.length),
  });
  const killed = performance.now();
  await done;
  const db = new pg.Client(connection());
  await db.connect();
  await settled(db);
  const end = performance.now();

  const rows = await checkRows(db, { registrations, messages, donations: payments });
  const delivered = await checkEmails(db, mailServer.emails, emailsBefore);
  const version = await db.query<{ server_version: string }>('show server_version');
  await db.end();
  await stop(child);
  await mailServer.close();
  return {
    ...{ seed, kills, killedBeforeUp, payments },
    date: new Date().toISOString().slice(0, 10),
    database: `PostgreSQL ${version.rows[0]?.server_version}`,
    deliveries: mailServer.emails.length,
    ...{ doubles: delivered.doubles, doublesOfOneCrash: delivered.doublesOfOneCrash },
    ...{ repeated: client.repeated(), faults: client.faults },
    killingMinutes: (killed - begin) / 60_000,
    settlingMinutes: (end - killed) / 60_000,
    checks: [...rows, ...delivered.checks],
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

function connection(): ClientConfig {
  const given = process.env.DATABASE_URL;
  return given ? { connectionString: given } : (runningServer(dataDir) ?? {});
}

/** Waits until nothing is pending any more, or until a limit. */
async function settled(db: pg.Client): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  const due = `select (select count(*) from emails where state = 'waiting')
    + (select count(*) from donations where status = 'pending') as count`;
  while (performance.now() < deadline) {
    const { rows } = await db.query<{ count: string }>(due);
    console.info(`${rows[0]?.count} emails and payments to be settled`);
    if (rows[0]?.count === '0') return;
    await sleep(5000);
  }
}
