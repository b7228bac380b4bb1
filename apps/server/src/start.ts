import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Config, loadConfig } from './config/config.ts';
import type { TracingConfig } from './config/tracing.ts';
import { startErrorOfDisk } from './database/database-errors.ts';
import type { Database, LoadEntities } from './database/open.ts';
import { StartError } from './errors.ts';
import { changePort, findFreePort, formatAddress, reservePort, toPortError } from './http/server/port.ts';
import { type FirstAccount, startText } from './start-text.ts';

export type Product = {
  buildApp(options: { config: Config; db: Database; stopping: AbortSignal }): Promise<FastifyInstance>;
  seedDemo(options: { config: Config; db: Database }): Promise<void>;
  finishRestore(options: { config: Config; db: Database }): Promise<unknown>;
  readFirstAccount(options: { config: Config; em: Database['orm']['em'] }): Promise<FirstAccount | null>;
  entities: Awaited<ReturnType<LoadEntities>>;
};

/** Time for a load balancer to see at /readyz that the process stops. */
const GRACE_MS = 2000;
/** With the grace and the database the process ends within 10 s. */
const REQUESTS_TIMEOUT_MS = 5000;
const REST_TIMEOUT_MS = 2000;
/** npm repeats a Ctrl-C that the terminal has already sent to the whole process group. */
const RESTART_ECHO_MS = 1000;

/** `grace` ends when a load balancer has had its time; tests end it themselves. */
export async function runProduct(
  load: () => Promise<Product>,
  grace = (): Promise<unknown> => sleep(GRACE_MS),
): Promise<void> {
  const closers: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  let isUp = false;
  let stoppedAt: number | undefined;
  const stopProduct = async (exitCode: number, signal?: NodeJS.Signals) => {
    stoppedAt = performance.now();
    stopping.abort(signal);
    // A Ctrl-C needs no grace: there is no load balancer
    if (isUp && signal === 'SIGTERM') await grace();
    for (const close of closers.reverse()) await close();
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) stopProduct(0, signal);
    else if (performance.now() - stoppedAt > RESTART_ECHO_MS) process.exit(130);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);

  try {
    await launchProduct(load, closers, stopping.signal);
    isUp = true;
  } catch (error) {
    if (stoppedAt !== undefined) return;
    console.error(error instanceof StartError ? error.message : error);
    await stopProduct(1);
  }
}

export async function launchProduct(
  load: () => Promise<Product>,
  closers: (() => Promise<void> | void)[],
  stopping: AbortSignal,
): Promise<void> {
  const givenConfig = loadConfig();
  try {
    await launchWith(givenConfig, load, closers, stopping);
  } catch (error) {
    throw await startErrorOfDisk(givenConfig.dataDir, error);
  }
}

async function launchWith(
  given: Config,
  load: () => Promise<Product>,
  closers: (() => Promise<void> | void)[],
  stopping: AbortSignal,
): Promise<void> {
  const heldPort = given.port === 0 ? await reservePort(given.host) : undefined;
  closers.push(() => heldPort?.release());
  const config = heldPort ? changePort(given, heldPort.port) : given;
  // Every file written from here on is private, uploads and emails too.
  process.umask(0o077);
  if (config.tracing) closers.push(await startTraces(config, config.tracing));
  // After the start of traces, which patches these packages
  const [{ lockFolder, openDatabase }, { prepareDatabase }, { listenOnSockets }] = await Promise.all([
    import('./database/open.ts'),
    import('./composition/prepare-database.ts'),
    import('./http/server/listen.ts'),
  ]);
  const lock = config.databaseUrl ? undefined : await lockFolder(config.dataDir);
  closers.push(() => lock?.release());
  if (!heldPort) await findFreePort(config);

  // Load the modules while the database starts.
  const loading = load();
  loading.catch(() => undefined);
  const loadEntities = async () => (await loading).entities;
  const db = await openDatabase(config, loadEntities, lock);
  closers.push(() => db.close());
  // Imported here, because the product's modules load the same library
  const { logAlways, logMigrations, openLog } = await import('./log.ts');
  const log = openLog(config.logLevel);
  await prepareDatabase(config, db.connection, { onMigrated: logMigrations(log) });

  const { buildApp, seedDemo, finishRestore, readFirstAccount } = await loading;
  await finishRestore({ config, db });
  if (config.seedDemo) await seedDemo({ config, db });
  const app = await buildApp({ config, db, stopping });
  closers.push(() => closeApp(app));
  // By default Node ends the process, and one odd request would stop the site.
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'an unhandled rejection'));
  const first = await readFirstAccount({ config, em: db.orm.em.fork() });
  const listenAtPort = () =>
    listenOnSockets(app, config).catch((error) => {
      throw toPortError(config, error);
    });
  if (heldPort) await heldPort.handOver(listenAtPort);
  else {
    // Sockets that share a port would also share it with another process that started meanwhile
    await findFreePort(config);
    await listenAtPort();
  }
  for (const warning of config.warnings) log.warn(warning);
  if (process.stdout.isTTY) {
    process.stdout.write(`\n${startText(config, first)}\n\n`);
    return;
  }
  if (first?.code) logAlways(log, `Set-up code: ${first.code}`);
  logAlways(log, `The site is at ${config.publicUrl}`, { listens: formatAddress(config) });
  logAlways(log, `Its data is in ${config.dataDir}`);
}

async function startTraces(config: Config, tracing: TracingConfig): Promise<() => Promise<void>> {
  const [{ startTracing }, { openLog }, { callIds, quietRoutes }] = await Promise.all([
    import('./tracing/sdk.ts'),
    import('./log.ts'),
    import('./http/request-context.ts'),
  ]);
  const log = openLog(config.logLevel);
  const { traceparentOf } = callIds(config.trustProxy);
  try {
    return await startTracing({ ...tracing, log, quietRoutes, traceparentOf });
  } catch (error) {
    // A site without traces still works
    log.warn({ err: error }, 'traces are not sent');
    return async () => {};
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const closing = app.close();
  // Kept-alive connections stay open after their last answer unless closed.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await Promise.race([closing, sleep(REQUESTS_TIMEOUT_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  app.server.closeAllConnections();
  await Promise.race([closing, sleep(REST_TIMEOUT_MS, undefined, { ref: false })]);
}
