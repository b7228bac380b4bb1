import { fork } from 'node:child_process';
import { once } from 'node:events';
import { apiPrefix } from '@institute/contract/api.constants';
import { findRunningServer } from '@institute/embedded-postgres';
import type { Client } from 'pg';
import { donation, message, registration } from '../../server/src/testing/app/sample-bodies.ts';
import { stopChild } from '../../server/src/testing/processes/started-product.ts';
import type { BareServer } from './bare.server.ts';
import { listProcessTree, readProcessorMs } from './memory.ts';
import { repeatRun, withProduct } from './product.ts';
import { computeMedian, type Figure, formatGroupedNumber, isShortRun, type ReportSection } from './report.ts';
import { getCompressed, uncachedHeaders } from './wire.ts';
import { CONNECTION_COUNT, type LoadResult, type LoadSettings, runLoad } from './wrk.ts';

const LOAD_ROUNDS = isShortRun ? 1 : 5;
const LOAD_SECONDS = isShortRun ? 1 : 3;

/** The bare server gets the same flags and the same limit of glibc as the product gets in `launch.mjs`. */
const MEMORY_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=384'];
const WARM_UP_ROUNDS = 3;
/** The office gets no email about a registration while enough are unseen, so no row of such an email is needed. */
const REGISTRATION_TABLES = ['registrations', 'activities', 'outgoing_messages', 'idempotency_keys'];
// The daily limit of emails that visitors cause would stop the run
const unlimitedMailSettings = { MAIL_VISITORS_DAILY: '99999,99999' };

const programsPath = `${apiPrefix}/programs`;
const MIXED_PATHS = ['/', programsPath, '/news', `${apiPrefix}/posts`, '/registration', '/programs'];
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br' };
/** Node adds these headers to every answer itself. */
const connectionHeaders = ['connection', 'content-length', 'date', 'keep-alive'];

export const measureLoad = (): Promise<ReportSection> =>
  withProduct(async ({ origin, pid }, client, dataDir) => {
    const registrationBody = { ...registration, programId: 1, email: 'applicant{n}@example.org' };
    await runLoad({ url: `${origin}${apiPrefix}/registrations`, seconds: 1, body: registrationBody });
    const bareServer = await startBareServer({
      constants: await Promise.all(MIXED_PATHS.map((path) => recordAnswer(origin, path))),
      connection: findRunningServer(dataDir) ?? {},
      select: selectProgramsSql,
      forms: [
        await makeRowCopies(client, '/row', REGISTRATION_TABLES.slice(0, 1)),
        await makeRowCopies(client, '/registration', REGISTRATION_TABLES),
      ],
    });
    const loadFigures: Figure[] = [];
    const makeServerPair = (
      path: string,
      barePath = path,
      headers: Record<string, string> = browserHeaders,
    ) => {
      const productLoad = { url: origin + path, seconds: LOAD_SECONDS, headers, listPids: () => [pid] };
      return [
        productLoad,
        { ...productLoad, url: bareServer.origin + barePath, listPids: () => [bareServer.pid] },
      ] as const;
    };
    // Requests every path first, because V8 compiles code according to the calls that it has seen
    const mixedLoads = MIXED_PATHS.flatMap((path) => makeServerPair(path));
    await repeatRun(WARM_UP_ROUNDS, async () => {
      for (const mixedLoad of mixedLoads) await runLoad(mixedLoad);
    });
    for (const [path, atLeast] of [
      [programsPath, 0.85],
      ['/', 0.7],
    ] as const) {
      const memoryFigureName = `\`GET ${path}\` from memory, by processor time`;
      loadFigures.push(
        await compareServers(memoryFigureName, atLeast, ...makeServerPair(path), 'perProcessorMs'),
      );
    }
    const uncachedLoads = makeServerPair(programsPath, '/rows', uncachedHeaders);
    loadFigures.push(await compareServers(`\`GET ${programsPath}\` past the cache`, 0.25, ...uncachedLoads));
    const formsWithTargets = [
      {
        path: `${apiPrefix}/registrations`,
        barePath: '/registration',
        atLeast: 0.75,
        body: registrationBody,
      },
      { path: `${apiPrefix}/contact`, barePath: '/row', atLeast: 0.3, body: message },
      { path: `${apiPrefix}/donations`, barePath: '/row', atLeast: 0.3, body: donation },
    ];
    const listWriterPids = (writer: number) => [writer, ...listProcessTree(pid).filter((one) => one !== pid)];
    for (const { path, body } of formsWithTargets)
      await runLoad({ url: origin + path, seconds: LOAD_SECONDS, body });
    // PostgreSQL would do this by itself within a minute
    await client.query('analyze');
    for (const { path, barePath, atLeast, body } of formsWithTargets) {
      const formLoad = {
        url: origin + path,
        seconds: LOAD_SECONDS,
        body,
        listPids: () => listWriterPids(pid),
      };
      const bareLoad = {
        ...formLoad,
        url: bareServer.origin + barePath,
        listPids: () => listWriterPids(bareServer.pid),
      };
      const name = `\`POST ${path}\`, by processor time`;
      loadFigures.push(await compareServers(name, atLeast, formLoad, bareLoad, 'perProcessorMs'));
    }
    await bareServer.stop();
    return {
      title: 'Load',
      text: `Beside a bare Fastify without hooks, schemas or log, with the same limits of memory. From memory it sends the same bytes and headers, and both are warmed by ${WARM_UP_ROUNDS} rounds of ${MIXED_PATHS.length} addresses; past the cache it reads the rows with one prepared statement of \`pg\`; beside a registration it inserts the same ${REGISTRATION_TABLES.length} rows in a transaction, beside other forms one row, while mails go; processor time is that of Node and PostgreSQL. ${CONNECTION_COUNT} connections of \`wrk\` from the same cores, ${LOAD_ROUNDS} rounds of ${LOAD_SECONDS} seconds for each server in turn; figures are medians of the product's answers over the bare server's.`,
      figures: loadFigures,
    };
  }, unlimitedMailSettings);

/** The two servers take turns, so that other work on the machine affects both. */
async function compareServers(
  name: string,
  atLeast: number,
  ours: ServedLoad,
  bare: ServedLoad,
  by: 'perSecond' | 'perProcessorMs' = 'perSecond',
): Promise<Figure> {
  const measureBothServers = async () => ({
    ours: await measureServed(ours),
    bare: await measureServed(bare),
  });
  // The first round warms up both servers.
  const [, ...rounds] = await repeatRun(1 + LOAD_ROUNDS, measureBothServers);
  const measureMedianRound = (of: (round: (typeof rounds)[number]) => number) =>
    computeMedian(rounds.map(of));
  const formatServerFigures = (side: 'ours' | 'bare') =>
    `${formatGroupedNumber(Math.round(measureMedianRound((both) => both[side].perSecond)))} a second, p99 ${measureMedianRound((both) => both[side].p99Ms).toFixed(0)} ms`;
  return {
    name,
    atLeast,
    value: measureMedianRound((both) => both.ours[by] / both.bare[by]),
    details: `${formatServerFigures('ours')}; bare ${formatServerFigures('bare')}`,
  };
}

type ServedLoad = LoadSettings & { listPids(): number[] };

async function measureServed({
  listPids,
  ...load
}: ServedLoad): Promise<LoadResult & { perProcessorMs: number }> {
  const processorMsBefore = readProcessorMs(listPids());
  const loadRound = await runLoad(load);
  return {
    ...loadRound,
    perProcessorMs: loadRound.answers / (readProcessorMs(listPids()) - processorMsBefore),
  };
}

async function recordAnswer(origin: string, path: string): Promise<BareServer['constants'][number]> {
  const { headers, body } = await getCompressed(origin + path);
  const contentHeaders = Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name));
  return { path, headers: Object.fromEntries(contentHeaders), body };
}

/** SQL that gives the same rows, fields and order as the product's answer. */
const selectProgramsSql = `select id, created_at as "createdAt", updated_at as "updatedAt", name, description, category, duration,
  schedule, price::float8 as price, image_url as "imageUrl", image_alt as "imageAlt", is_active as "isActive",
  max_participants as "maxParticipants", instalments, status, publish_at as "publishAt"
from programs
where deleted_at is null and is_active and (status = 'published' or (status = 'scheduled' and publish_at <= now()))
order by id limit 20`;

/** Inserts rows like the last one of each table, into tables with the same indexes. */
async function makeRowCopies(
  client: Client,
  path: string,
  tables: readonly string[],
): Promise<BareServer['forms'][number]> {
  const insertStatements: BareServer['forms'][number]['rows'] = [];
  for (const tableName of tables) {
    await client.query(`create table if not exists bench_${tableName} (like ${tableName} including all)`);
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and column_name <> 'id' and is_generated = 'NEVER'`,
      [tableName],
    );
    const lastRow = await client.query(`select * from ${tableName} order by created_at desc, 1 desc limit 1`);
    const rowValues: unknown[] = [];
    // Keys must be unique, so each copy gets a new one
    const valuePlaceholders = columns.map(({ name }) =>
      name === 'key' ? 'gen_random_uuid()' : `$${rowValues.push(lastRow.rows[0][name])}`,
    );
    const columnNames = columns.map(({ name }) => `"${name}"`);
    insertStatements.push({
      text: `insert into bench_${tableName} (${columnNames}) values (${valuePlaceholders})`,
      values: rowValues,
    });
  }
  return { path, rows: insertStatements };
}

async function startBareServer(
  bare: BareServer,
): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const bareServerProcess = fork(new URL('./bare.server.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: MEMORY_FLAGS,
    env: { MALLOC_ARENA_MAX: '2', ...process.env },
  });
  bareServerProcess.send(bare);
  const [origin] = await Promise.race([
    once(bareServerProcess, 'message'),
    once(bareServerProcess, 'exit').then(() => Promise.reject(new Error('The bare server did not start.'))),
  ]);
  return { origin, pid: bareServerProcess.pid ?? 0, stop: () => stopChild(bareServerProcess) };
}
