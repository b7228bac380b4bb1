import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, findFailureReason } from './error.ts';
import { endServer, makeClusterName, readPidFile } from './orphan.ts';
import { type ClusterPlace, openCluster, openLog } from './place.ts';

const isWindows = process.platform === 'win32';
const READY_TIMEOUT_MS = 300_000;
const MAX_LAUNCH_TRIES = 8;

/** Settings that save memory. Settings that make commits durable keep PostgreSQL's defaults. */
const SERVER_SETTINGS = {
  shared_buffers: '48MB',
  max_connections: '40',
  max_wal_size: '512MB',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  max_wal_senders: '0',
  wal_level: 'minimal',
  io_method: 'sync',
  jit: 'off',
  // After a crash, PostgreSQL syncs each of its thousand files, which takes seconds on a busy disk. Linux can sync
  // them in one call.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // These two settings keep personal data out of the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export type ServerSettings = Record<string, string>;
export type RunningServer = { port: number; stop(): Promise<void> };

/** Runs the server until `stop`. A server that ends by itself is started again. */
export async function runServer(place: ClusterPlace, overrides: ServerSettings = {}): Promise<RunningServer> {
  const settings = { ...SERVER_SETTINGS, ...overrides };
  const port = isWindows ? await findFreePort() : Number(overrides.port ?? 5432);
  let isStopping = false;
  let child = await launchServer(place, port, settings);
  let restartPromise = Promise.resolve();

  const watchExit = () =>
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      console.warn(`The embedded PostgreSQL ended unexpectedly (${signal ?? code}); starting it again.`);
      restartPromise = restartServer();
    });
  const restartServer = async () => {
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 5000)) {
      try {
        await endServer(place.cluster);
        child = await launchServer(place, port, settings);
        watchExit();
        return;
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await sleep(pause);
      }
    }
  };
  const stopAtExit = () => interruptServer(child, place);
  watchExit();
  process.once('exit', stopAtExit);

  return {
    port,
    async stop() {
      isStopping = true;
      await restartPromise;
      process.off('exit', stopAtExit);
      await stopChild(child, place);
    },
  };
}

/**
 * Starts the server. It retries, because the locks and shared memory of a killed server disappear only after a while.
 */
async function launchServer(
  place: ClusterPlace,
  port: number,
  settings: ServerSettings,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    const logStart = statSync(place.log, { throwIfNoEntry: false })?.size ?? 0;
    const child = spawnServer(place, port, settings);
    if (await isServerReady(child, place)) return child;

    const reason = findFailureReason(readFileSync(place.log).subarray(logStart).toString('utf8'), child.pid);
    const isFailureTemporary = /lock file|shared memory|could not bind/i.test(reason);
    if (attempt === MAX_LAUNCH_TRIES || !isFailureTemporary) {
      throw new EmbeddedPostgresError(
        'START_FAILED',
        `The embedded PostgreSQL did not start: ${reason} (${place.log}).`,
      );
    }
    await sleep(Math.min(50 * 2 ** attempt, 2000));
  }
}

function spawnServer(place: ClusterPlace, port: number, settings: ServerSettings): ChildProcess {
  const log = openLog(place.log);
  const cluster = openCluster(place, place.cluster);
  const address = isWindows
    ? { listen_addresses: '127.0.0.1', port: `${port}` }
    : {
        // By default the server listens only on a socket.
        listen_addresses: settings.listen_addresses ?? '',
        port: `${port}`,
        unix_socket_directories: place.socketDir,
        unix_socket_permissions: '0700',
      };
  const args = Object.entries({ ...settings, ...address, cluster_name: makeClusterName(place.cluster) });
  try {
    const child = spawn(
      join(place.binaries, 'bin', 'postgres'),
      ['-D', cluster.path, ...args.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // `detached`, because a Ctrl-C must not stop the database before the requests that are running.
      {
        ...place.user,
        cwd: place.scratch ?? place.dataDir,
        env: SERVER_ENV,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log, log, cluster.descriptor],
      },
    );
    child.unref();
    return child;
  } finally {
    closeSync(log);
    cluster.close();
  }
}

/** Environment of the server. It is not ours, which holds secrets and PG… variables. */
export const SERVER_ENV: NodeJS.ProcessEnv = isWindows ? { SystemRoot: 'C:\\Windows' } : { LC_ALL: 'C' };

async function isServerReady(child: ChildProcess, place: ClusterPlace): Promise<boolean> {
  let hasChildEnded = false;
  child.once('exit', () => {
    hasChildEnded = true;
  });
  child.once('error', (error) => {
    hasChildEnded = true;
    console.error(error.message);
  });
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS && !hasChildEnded; waitedMs += 5) {
    const file = readPidFile(place.cluster);
    if (file?.pid === child.pid && file?.isReady) return true;
    await sleep(5);
  }
  if (!hasChildEnded) await stopChild(child, place);
  return false;
}

async function stopChild(child: ChildProcess, place: ClusterPlace): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const childExit = once(child, 'exit');
  const waitForExit = (ms: number) =>
    Promise.race([childExit.then(() => true), sleep(ms, false, { ref: false })]);
  child.ref();

  interruptServer(child, place);
  if (await waitForExit(20_000)) return;
  child.kill('SIGQUIT');
  if (await waitForExit(10_000)) return;
  child.kill('SIGKILL');
  await childExit;
}

/** Asks the server to shut down fast: it ends all sessions and writes all data. */
function interruptServer(child: ChildProcess, place: ClusterPlace): void {
  if (!isWindows) {
    child.kill('SIGINT');
    return;
  }
  // On Windows, which has no signals, kill() would end the server at once like a crash.
  execFileSync(join(place.binaries, 'bin', 'pg_ctl'), ['stop', '-D', place.cluster, '-m', 'fast'], {
    stdio: 'ignore',
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
