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
  const serverSettings = { ...SERVER_SETTINGS, ...overrides };
  const serverPort = isWindows ? await findFreePort() : Number(overrides.port ?? 5432);
  let isStopping = false;
  let serverProcess = await launchServer(place, serverPort, serverSettings);
  let restartPromise = Promise.resolve();

  const watchServerExit = () =>
    serverProcess.once('exit', (code, signal) => {
      if (isStopping) return;
      console.warn(`The embedded PostgreSQL ended unexpectedly (${signal ?? code}); starting it again.`);
      restartPromise = restartServer();
    });
  const restartServer = async () => {
    for (let restartPauseMs = 100; !isStopping; restartPauseMs = Math.min(restartPauseMs * 2, 5000)) {
      try {
        await endServer(place.cluster);
        serverProcess = await launchServer(place, serverPort, serverSettings);
        watchServerExit();
        return;
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await sleep(restartPauseMs);
      }
    }
  };
  const stopServerAtExit = () => interruptServer(serverProcess, place);
  watchServerExit();
  process.once('exit', stopServerAtExit);

  return {
    port: serverPort,
    async stop() {
      isStopping = true;
      await restartPromise;
      process.off('exit', stopServerAtExit);
      await stopChild(serverProcess, place);
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
    const logLengthBefore = statSync(place.log, { throwIfNoEntry: false })?.size ?? 0;
    const child = spawnServer(place, port, settings);
    if (await isServerReady(child, place)) return child;

    const failureReason = findFailureReason(
      readFileSync(place.log).subarray(logLengthBefore).toString('utf8'),
      child.pid,
    );
    const isFailureTemporary = /lock file|shared memory|could not bind/i.test(failureReason);
    if (attempt === MAX_LAUNCH_TRIES || !isFailureTemporary) {
      throw new EmbeddedPostgresError(
        'START_FAILED',
        `The embedded PostgreSQL did not start: ${failureReason} (${place.log}).`,
      );
    }
    await sleep(Math.min(50 * 2 ** attempt, 2000));
  }
}

function spawnServer(place: ClusterPlace, port: number, settings: ServerSettings): ChildProcess {
  const logDescriptor = openLog(place.log);
  const cluster = openCluster(place, place.cluster);
  const listenSettings = isWindows
    ? { listen_addresses: '127.0.0.1', port: `${port}` }
    : {
        // By default the server listens only on a socket.
        listen_addresses: settings.listen_addresses ?? '',
        port: `${port}`,
        unix_socket_directories: place.socketDir,
        unix_socket_permissions: '0700',
      };
  const settingEntries = Object.entries({
    ...settings,
    ...listenSettings,
    cluster_name: makeClusterName(place.cluster),
  });
  try {
    const child = spawn(
      join(place.binaries, 'bin', 'postgres'),
      ['-D', cluster.path, ...settingEntries.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // `detached`, because a Ctrl-C must not stop the database before the requests that are running.
      {
        ...place.user,
        cwd: place.scratch ?? place.dataDir,
        env: SERVER_ENV,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', logDescriptor, logDescriptor, cluster.descriptor],
      },
    );
    child.unref();
    return child;
  } finally {
    closeSync(logDescriptor);
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
    const pidFileContent = readPidFile(place.cluster);
    if (pidFileContent?.pid === child.pid && pidFileContent?.isReady) return true;
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
  const portProbeServer = createServer().listen(0, '127.0.0.1');
  await once(portProbeServer, 'listening');
  const address = portProbeServer.address();
  portProbeServer.close();
  await once(portProbeServer, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
