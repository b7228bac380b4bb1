import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Config, loadConfig } from './config/config.ts';
import type { TracingConfig } from './config/tracing.ts';
import { startErrorOfDisk } from './database/database-errors.ts';
import type { LoadEntities, OpenedDatabase } from './database/open.ts';
import { StartError } from './errors.ts';
import {
  changePort,
  explainPortError,
  findFreePort,
  formatAddress,
  reservePort,
} from './http/server/port.ts';
import { type FirstAccount, writeStartText } from './start-text.ts';

export type ProductModules = {
  buildApp(options: { config: Config; db: OpenedDatabase; stopping: AbortSignal }): Promise<FastifyInstance>;
  seedDemo(options: { config: Config; db: OpenedDatabase }): Promise<void>;
  finishRestore(options: { config: Config; db: OpenedDatabase }): Promise<unknown>;
  readFirstAccount(options: {
    config: Config;
    em: OpenedDatabase['orm']['em'];
  }): Promise<FirstAccount | null>;
  entities: Awaited<ReturnType<LoadEntities>>;
};

/** For this time `/readyz` answers 503, so that a load balancer sees that the process stops. */
const LOAD_BALANCER_GRACE_MS = 2000;
/** With the grace and the end of the database, the process ends within 10 s. */
const OPEN_REQUESTS_TIMEOUT_MS = 5000;
const APP_CLOSE_TIMEOUT_MS = 2000;
/**
 * After a first Ctrl-C npm sends the signal again, although the terminal has already sent it to the whole process
 * group.
 */
const REPEATED_SIGNAL_MS = 1000;

/**
 * Runs the product until a signal ends it. `grace` waits until a load balancer has had its time; tests end it
 * themselves.
 */
export async function runProduct(
  load: () => Promise<ProductModules>,
  grace = (): Promise<unknown> => sleep(LOAD_BALANCER_GRACE_MS),
): Promise<void> {
  const closeFunctions: (() => Promise<void> | void)[] = [];
  const stopController = new AbortController();
  let isListening = false;
  let stopRequestedAtMs: number | undefined;
  const stopProduct = async (exitCode: number, signal?: NodeJS.Signals) => {
    stopRequestedAtMs = performance.now();
    stopController.abort(signal);
    // Only SIGTERM waits for a load balancer: where somebody presses Ctrl-C there is none
    if (isListening && signal === 'SIGTERM') await grace();
    for (const closeStartedPart of closeFunctions.reverse()) await closeStartedPart();
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopRequestedAtMs === undefined) stopProduct(0, signal);
    else if (performance.now() - stopRequestedAtMs > REPEATED_SIGNAL_MS) process.exit(130);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);

  try {
    await launchProduct(load, closeFunctions, stopController.signal);
    isListening = true;
  } catch (error) {
    if (stopRequestedAtMs !== undefined) return;
    console.error(error instanceof StartError ? error.message : error);
    await stopProduct(1);
  }
}

export async function launchProduct(
  load: () => Promise<ProductModules>,
  closers: (() => Promise<void> | void)[],
  stopping: AbortSignal,
): Promise<void> {
  const givenConfig = loadConfig();
  try {
    await launchWithConfig(givenConfig, load, closers, stopping);
  } catch (error) {
    throw await startErrorOfDisk(givenConfig.dataDir, error);
  }
}

async function launchWithConfig(
  given: Config,
  load: () => Promise<ProductModules>,
  closers: (() => Promise<void> | void)[],
  stopping: AbortSignal,
): Promise<void> {
  const reservedPort = given.port === 0 ? await reservePort(given.host) : undefined;
  closers.push(() => reservedPort?.release());
  const configWithFreePort = reservedPort ? changePort(given, reservedPort.port) : given;
  // All files written from here on are private, uploads and emails too.
  process.umask(0o077);
  if (configWithFreePort.tracing)
    closers.push(await startTraces(configWithFreePort, configWithFreePort.tracing));
  // Imported after the start of traces, because tracing patches these packages while they load
  const [{ lockFolder, openDatabase }, { prepareDatabase }, { listenOnSockets }] = await Promise.all([
    import('./database/open.ts'),
    import('./composition/prepare-database.ts'),
    import('./http/server/listen.ts'),
  ]);
  const folderLock = configWithFreePort.databaseUrl
    ? undefined
    : await lockFolder(configWithFreePort.dataDir);
  closers.push(() => folderLock?.release());
  if (!reservedPort) await findFreePort(configWithFreePort);

  // The modules load while the database starts.
  const productLoading = load();
  productLoading.catch(() => undefined);
  const loadEntities = async () => (await productLoading).entities;
  const db = await openDatabase(configWithFreePort, loadEntities, folderLock);
  closers.push(() => db.close());
  // Imported here, because the modules of the product load the same library
  const { logAlways, logMigrations, openLog } = await import('./log.ts');
  const log = openLog(configWithFreePort.logLevel);
  await prepareDatabase(configWithFreePort, db.connection, { onMigrated: logMigrations(log) });

  const { buildApp, seedDemo, finishRestore, readFirstAccount } = await productLoading;
  await finishRestore({ config: configWithFreePort, db });
  if (configWithFreePort.seedDemo) await seedDemo({ config: configWithFreePort, db });
  const app = await buildApp({ config: configWithFreePort, db, stopping });
  closers.push(() => closeApp(app));
  // By default Node would end the process, and one odd request would stop the site.
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'an unhandled rejection'));
  const firstAccount = await readFirstAccount({ config: configWithFreePort, em: db.orm.em.fork() });
  const listenAtPort = () =>
    listenOnSockets(app, configWithFreePort).catch((error) => {
      throw explainPortError(configWithFreePort, error);
    });
  if (reservedPort) await reservedPort.handOver(listenAtPort);
  else {
    // Checks that the port is free, because sockets that share a port would share it with another process too
    await findFreePort(configWithFreePort);
    await listenAtPort();
  }
  for (const configWarning of configWithFreePort.warnings) log.warn(configWarning);
  if (process.stdout.isTTY) {
    process.stdout.write(`\n${writeStartText(configWithFreePort, firstAccount)}\n\n`);
    return;
  }
  if (firstAccount?.code) logAlways(log, `Set-up code: ${firstAccount.code}`);
  logAlways(log, `The site is at ${configWithFreePort.publicUrl}`, {
    listens: formatAddress(configWithFreePort),
  });
  logAlways(log, `Its data is in ${configWithFreePort.dataDir}`);
}

async function startTraces(config: Config, tracing: TracingConfig): Promise<() => Promise<void>> {
  const [{ startTracing }, { openLog }, { makeCallIdReaders: callIds, quietRoutePatterns: quietRoutes }] =
    await Promise.all([import('./tracing/sdk.ts'), import('./log.ts'), import('./http/request-context.ts')]);
  const log = openLog(config.logLevel);
  const { traceparentOf } = callIds(config.trustProxy);
  try {
    return await startTracing({ ...tracing, log, quietRoutes, traceparentOf });
  } catch (error) {
    // The site works without traces too
    log.warn({ err: error }, 'traces are not sent');
    return async () => {};
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const appClosed = app.close();
  // After their last answer, kept-alive connections stay open until the server closes them.
  const idleConnectionTimer = setInterval(() => app.server.closeIdleConnections(), 50);
  await Promise.race([appClosed, sleep(OPEN_REQUESTS_TIMEOUT_MS, undefined, { ref: false })]);
  clearInterval(idleConnectionTimer);
  app.server.closeAllConnections();
  await Promise.race([appClosed, sleep(APP_CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}
