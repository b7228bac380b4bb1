import type { Worker } from 'node:cluster';
import type { ClientConfig } from 'pg';
import type { Config } from '../config.ts';
import { lockFolder, startServer } from '../database/embedded.ts';
import type { OnMigrated } from '../database/migrate.ts';
import { openMetricsPort } from '../http/metrics-server.ts';
import { freePort } from '../http/port.ts';
import { noteMigrations, openLog } from '../log.ts';
import { startChildren } from './children.ts';
import { figuresOf, offerFigures } from './figures.ts';

/** Of the pool, the queue, the listener for changes and a check of notices. */
const CONNECTIONS_OF_A_PROCESS = 16;
/** Of the start, commands and backups. */
const OTHER_CONNECTIONS = 24;

interface Options {
  prepareDatabase(
    config: Config,
    connection: ClientConfig,
    options: { onMigrated: OnMigrated },
  ): Promise<void>;
  closers: (() => Promise<void> | void)[];
  stopping: AbortSignal;
}

/**
 * Does once what all processes need, and starts them. It answers no request itself: it runs the embedded database, counts
 * limits for all and replaces a process that ends.
 */
export async function startProcesses(
  config: Config,
  { prepareDatabase, closers, stopping }: Options,
): Promise<void> {
  const log = openLog(config.logLevel);
  const lock = config.databaseUrl ? undefined : await lockFolder(config.dataDir);
  closers.push(() => lock?.release());
  await freePort(config);

  const server = config.databaseUrl
    ? undefined
    : await startServer(config.dataDir, {
        max_connections: `${OTHER_CONNECTIONS + CONNECTIONS_OF_A_PROCESS * config.processes}`,
      });
  closers.push(() => server?.stop());
  await prepareDatabase(config, server?.connection ?? { connectionString: config.databaseUrl }, {
    onMigrated: noteMigrations(log),
  });

  const running = new Map<number, Worker>();
  const figures = figuresOf(running);
  if (config.metricsPort) closers.push(await openMetricsPort(config.metricsPort, figures, log));
  const { RateLimiterClusterMaster } = await import('rate-limiter-flexible');
  new RateLimiterClusterMaster();
  // the processes share the port, and would also share it with another product that started meanwhile
  await freePort(config);
  if (stopping.aborted) return;
  const children = startChildren({
    count: config.processes,
    env: { PORT: `${config.port}`, PUBLIC_URL: config.publicUrl },
    ...{ running, log, stopping },
    onFork: (child) => offerFigures(child, figures),
  });
  closers.push(children.close);
  await children.up();
}
