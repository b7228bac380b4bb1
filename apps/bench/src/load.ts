import { fork } from 'node:child_process';
import { once } from 'node:events';
import { apiPrefix } from '@institute/contract/api.constants';
import { findRunningServer } from '@institute/embedded-postgres';
import type { Client } from 'pg';
import { donation, message, registration } from '../../server/src/testing/app/sample-bodies.ts';
import { stopChild } from '../../server/src/testing/processes/started-product.ts';
import type { BareServer } from './bare.server.ts';
import { listFamily, readProcessorMs } from './memory.ts';
import { repeat, withProduct } from './product.ts';
import { computeMedian, type Figure, formatWhole, isShort, type Section } from './report.ts';
import { getCompressed, uncachedHeaders } from './wire.ts';
import { CONNECTION_COUNT, type Load, type Round, runLoad } from './wrk.ts';

const LOAD_ROUNDS = isShort ? 1 : 5;
const LOAD_SECONDS = isShort ? 1 : 3;

/** The same flags as in `launch.mjs` of the product. */
const MEMORY_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=384'];
const WARM_UPS = 3;
/** Once the office has enough unseen ones, it gets no email about each. */
const REGISTRATION_ROWS = ['registrations', 'activities', 'outgoing_messages', 'idempotency_keys'];
// The daily limit of emails that visitors cause would stop the run
const settings = { MAIL_VISITORS_DAILY: '99999,99999' };

const list = `${apiPrefix}/programs`;
const MIXED_PATHS = ['/', list, '/news', `${apiPrefix}/posts`, '/registration', '/programs'];
const browser = { 'accept-encoding': 'gzip, deflate, br' };
/** Node adds these to every answer. */
const connectionHeaders = ['connection', 'content-length', 'date', 'keep-alive'];

export const measureLoad = (): Promise<Section> =>
  withProduct(async ({ origin, pid }, client, dataDir) => {
    const applicant = { ...registration, programId: 1, email: 'applicant{n}@example.org' };
    await runLoad({ url: `${origin}${apiPrefix}/registrations`, seconds: 1, body: applicant });
    const bare = await startBare({
      constants: await Promise.all(MIXED_PATHS.map((path) => recordAnswer(origin, path))),
      connection: findRunningServer(dataDir) ?? {},
      select: selectPrograms,
      forms: [
        await insertLikeLast(client, '/row', REGISTRATION_ROWS.slice(0, 1)),
        await insertLikeLast(client, '/registration', REGISTRATION_ROWS),
      ],
    });
    const figures: Figure[] = [];
    const measureBoth = (path: string, barePath = path, headers: Record<string, string> = browser) => {
      const ours = { url: origin + path, seconds: LOAD_SECONDS, headers, listPids: () => [pid] };
      return [ours, { ...ours, url: bare.origin + barePath, listPids: () => [bare.pid] }] as const;
    };
    // The earlier requests decide what V8 has compiled
    const everything = MIXED_PATHS.flatMap((path) => measureBoth(path));
    await repeat(WARM_UPS, async () => {
      for (const one of everything) await runLoad(one);
    });
    for (const [path, atLeast] of [
      [list, 0.85],
      ['/', 0.7],
    ] as const) {
      const name = `\`GET ${path}\` from memory, by processor time`;
      figures.push(await compareServers(name, atLeast, ...measureBoth(path), 'perProcessorMs'));
    }
    const past = measureBoth(list, '/rows', uncachedHeaders);
    figures.push(await compareServers(`\`GET ${list}\` past the cache`, 0.25, ...past));
    const forms = [
      { path: `${apiPrefix}/registrations`, barePath: '/registration', atLeast: 0.75, body: applicant },
      { path: `${apiPrefix}/contact`, barePath: '/row', atLeast: 0.3, body: message },
      { path: `${apiPrefix}/donations`, barePath: '/row', atLeast: 0.3, body: donation },
    ];
    const listWriters = (writer: number) => [writer, ...listFamily(pid).filter((one) => one !== pid)];
    for (const { path, body } of forms) await runLoad({ url: origin + path, seconds: LOAD_SECONDS, body });
    // PostgreSQL does this by itself once a minute
    await client.query('analyze');
    for (const { path, barePath, atLeast, body } of forms) {
      const ours = { url: origin + path, seconds: LOAD_SECONDS, body, listPids: () => listWriters(pid) };
      const theirs = { ...ours, url: bare.origin + barePath, listPids: () => listWriters(bare.pid) };
      const name = `\`POST ${path}\`, by processor time`;
      figures.push(await compareServers(name, atLeast, ours, theirs, 'perProcessorMs'));
    }
    await bare.stop();
    return {
      title: 'Load',
      text: `Beside a bare Fastify without hooks, schemas or log, with the same limits of memory. From memory it sends the same bytes and headers, and both are warmed by ${WARM_UPS} rounds of ${MIXED_PATHS.length} addresses; past the cache it reads the rows with one prepared statement of \`pg\`; beside a registration it inserts the same ${REGISTRATION_ROWS.length} rows in a transaction, beside other forms one row, while mails go; processor time is that of Node and PostgreSQL. ${CONNECTION_COUNT} connections of \`wrk\` from the same cores, ${LOAD_ROUNDS} rounds of ${LOAD_SECONDS} seconds for each server in turn; figures are medians of the product's answers over the bare server's.`,
      figures,
    };
  }, settings);

/** The two servers take turns, so that other work on the machine affects both. */
async function compareServers(
  name: string,
  atLeast: number,
  ours: ServedLoad,
  bare: ServedLoad,
  by: 'perSecond' | 'perProcessorMs' = 'perSecond',
): Promise<Figure> {
  const askBoth = async () => ({ ours: await measureServed(ours), bare: await measureServed(bare) });
  // The first round warms them up.
  const [, ...rounds] = await repeat(1 + LOAD_ROUNDS, askBoth);
  const measureMedianRound = (of: (round: (typeof rounds)[number]) => number) =>
    computeMedian(rounds.map(of));
  const formatSide = (side: 'ours' | 'bare') =>
    `${formatWhole(Math.round(measureMedianRound((both) => both[side].perSecond)))} a second, p99 ${measureMedianRound((both) => both[side].p99Ms).toFixed(0)} ms`;
  return {
    name,
    atLeast,
    value: measureMedianRound((both) => both.ours[by] / both.bare[by]),
    details: `${formatSide('ours')}; bare ${formatSide('bare')}`,
  };
}

type ServedLoad = Load & { listPids(): number[] };

async function measureServed({ listPids, ...load }: ServedLoad): Promise<Round & { perProcessorMs: number }> {
  const before = readProcessorMs(listPids());
  const round = await runLoad(load);
  return { ...round, perProcessorMs: round.answers / (readProcessorMs(listPids()) - before) };
}

async function recordAnswer(origin: string, path: string): Promise<BareServer['constants'][number]> {
  const { headers, body } = await getCompressed(origin + path);
  const contentHeaders = Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name));
  return { path, headers: Object.fromEntries(contentHeaders), body };
}

/** The same rows, fields and order as the product's answer. */
const selectPrograms = `select id, created_at as "createdAt", updated_at as "updatedAt", name, description, category, duration,
  schedule, price::float8 as price, image_url as "imageUrl", image_alt as "imageAlt", is_active as "isActive",
  max_participants as "maxParticipants", instalments, status, publish_at as "publishAt"
from programs
where deleted_at is null and is_active and (status = 'published' or (status = 'scheduled' and publish_at <= now()))
order by id limit 20`;

/** Inserts rows like the last one of each table, into tables with the same indexes. */
async function insertLikeLast(
  client: Client,
  path: string,
  tables: readonly string[],
): Promise<BareServer['forms'][number]> {
  const rows: BareServer['forms'][number]['rows'] = [];
  for (const table of tables) {
    await client.query(`create table if not exists bench_${table} (like ${table} including all)`);
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and column_name <> 'id' and is_generated = 'NEVER'`,
      [table],
    );
    const last = await client.query(`select * from ${table} order by created_at desc, 1 desc limit 1`);
    const values: unknown[] = [];
    // Keys are unique
    const places = columns.map(({ name }) =>
      name === 'key' ? 'gen_random_uuid()' : `$${values.push(last.rows[0][name])}`,
    );
    const names = columns.map(({ name }) => `"${name}"`);
    rows.push({ text: `insert into bench_${table} (${names}) values (${places})`, values });
  }
  return { path, rows };
}

async function startBare(bare: BareServer): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const child = fork(new URL('./bare.server.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: MEMORY_FLAGS,
  });
  child.send(bare);
  const [origin] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The bare server did not start.'))),
  ]);
  return { origin, pid: child.pid ?? 0, stop: () => stopChild(child) };
}
