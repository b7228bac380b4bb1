import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Config, loadConfig } from './config.ts';
import { lockFolder } from './database/embedded.ts';
import { type Database, type LoadEntities, openDatabase } from './database/open.ts';
import { prepareDatabase } from './database/prepare.ts';
import { listen } from './http/shared-port.ts';
import { errorCode } from './node-error.ts';
import { StartError } from './start-error.ts';

/** The product, or a stand-in in tests. */
export type Product = {
  buildApp(options: { config: Config; db: Database; stopping: AbortSignal }): Promise<FastifyInstance>;
  seedDemo(options: { config: Config; db: Database }): Promise<void>;
  /** The code for the first account, while there is none. */
  setUpCode(options: { config: Config; em: Database['orm']['em'] }): Promise<string | null>;
  entities: Awaited<ReturnType<LoadEntities>>;
};

/** Time for a load balancer to see at /readyz that no more requests may come. */
const GRACE_MS = 2000;
/** With the grace and the database the process ends within 10 s. */
const REQUESTS_MAY_TAKE_MS = 5000;
const REST_MAY_TAKE_MS = 2000;
/** npm repeats a Ctrl-C that the terminal has already sent to the whole process group. */
const ECHO_MS = 1000;

/** Runs the process from reading the settings to the last request. */
export async function run(load: () => Promise<Product>): Promise<void> {
  const closers: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  let isUp = false;
  let stoppedAt: number | undefined;
  const stop = async (exitCode: number, graceMs = 0) => {
    stoppedAt = performance.now();
    stopping.abort();
    if (isUp) await sleep(graceMs);
    for (const close of closers.reverse()) await close();
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    // behind a Ctrl-C there is no load balancer
    if (stoppedAt === undefined) stop(0, signal === 'SIGTERM' ? GRACE_MS : 0);
    else if (performance.now() - stoppedAt > ECHO_MS) process.exit(130);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);

  try {
    await start(load, closers, stopping.signal);
    isUp = true;
  } catch (error) {
    if (stoppedAt !== undefined) return;
    console.error(error instanceof StartError ? error.message : error);
    await stop(1);
  }
}

async function start(
  load: () => Promise<Product>,
  closers: (() => Promise<void> | void)[],
  stopping: AbortSignal,
): Promise<void> {
  const config = await withPort(loadConfig());
  // Every file written from here on is private, uploads and emails too.
  process.umask(0o077);

  const lock = config.databaseUrl ? undefined : await lockFolder(config.dataDir);
  closers.push(() => lock?.release());
  await freePort(config);

  if (config.tracing) {
    const [{ startTracing }, { openLog }] = await Promise.all([
      import('./tracing/exporter.ts'),
      import('./log.ts'),
    ]);
    const tracing = startTracing({ ...config.tracing, log: openLog(config.logLevel) });
    closers.push(tracing.close);
  }

  // Load the modules while the database starts.
  const loading = load();
  loading.catch(() => undefined);
  const db = await openDatabase(config, async () => (await loading).entities, lock);
  closers.push(() => db.close());
  // the library is of the product's modules, which load by now
  const { announce, openLog } = await import('./log.ts');
  const log = openLog(config.logLevel);
  await prepareDatabase(config, db.connection, {
    onMigrated: (migration, ms) => log.info({ migration, ms: Math.round(ms) }, 'migrated'),
  });

  const { buildApp, seedDemo, setUpCode } = await loading;
  if (config.seedDemo) await seedDemo({ config, db });
  const app = await buildApp({ config, db, stopping });
  closers.push(() => closeApp(app));
  // By default Node would end the process: one odd request would stop the site for everybody.
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'an unhandled rejection'));
  const code = await setUpCode({ config, em: db.orm.em.fork() });
  if (code) announce(log, `Set-up code: ${code}`);
  // sockets that share a port would also share it with another process that started meanwhile
  await freePort(config);
  await listen(app, config).catch((error) => {
    throw portError(config, error);
  });

  announce(log, `The site is at ${config.publicUrl}`, { listens: listeningAt(config) });
  announce(log, `Its data is in ${config.dataDir}`);
}

/** Lets requests in flight finish and cuts off slow ones, so that the rest of the shutdown stays short. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const closing = app.close();
  // Kept-alive connections stay open after their last answer unless closed.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await Promise.race([closing, sleep(REQUESTS_MAY_TAKE_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  app.server.closeAllConnections();
  await Promise.race([closing, sleep(REST_MAY_TAKE_MS, undefined, { ref: false })]);
}

/** Replaces port 0 by a free port, since links need the number. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config);
  const publicUrl = config.publicUrl.replace(/:0$/, `:${port}`);
  return { ...config, port, publicUrl };
}

/** Detects a taken port before anything else starts. Returns the port, or a free one for 0. */
async function freePort({ host, port }: Config): Promise<number> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw portError({ host, port }, error);
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

function portError({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is already in use; set PORT to another.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user; set PORT to another.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`HOST ${host} is no address of this machine.`);
  }
  return error;
}

/** For the operator of a proxy, which visitors do not call by the address of the site. */
const listeningAt = ({ host, port }: Config) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
