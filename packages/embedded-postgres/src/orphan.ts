import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSystemErrorCode } from './error.ts';
import { removeScratchFolder } from './place.ts';

/** Reads the part of `postmaster.pid` that we need. A running server keeps this file in its cluster. */
export function readPidFile(cluster: string) {
  try {
    const pidFileLines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, socketDir] = pidFileLines;
    if (!Number(pid)) return undefined;
    return {
      pid: Number(pid),
      port: Number(port),
      socketDir: socketDir ?? '',
      isReady: pidFileLines[7]?.trim() === 'ready',
    };
  } catch {
    return undefined;
  }
}

/**
 * Makes a name that is part of the server's command line. By it the server is told from a later process with the same
 * id.
 */
export function makeClusterName(cluster: string): string {
  return `institute-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
}

/** Stops a server that a killed process has left running. The caller holds the data folder's lock. */
export async function stopOrphan(cluster: string): Promise<void> {
  const orphanPidFile = readPidFile(cluster);
  await endServer(cluster);
  removeScratchFolder(orphanPidFile?.socketDir);
}

/** Ends the server, and removes a pid file that would block the next server. */
export async function endServer(cluster: string): Promise<void> {
  const pid = readPidFile(cluster)?.pid;
  if (!pid) return;

  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!isServerOfCluster(cluster, pid)) break;
    sendSignal(pid, signal);
    for (let waitedMs = 0; waitedMs < seconds * 1000 && isServerOfCluster(cluster, pid); waitedMs += 10)
      await sleep(10);
  }
  // Another process may have this id by now, and PostgreSQL would wait for its end forever.
  if (isProcessAlive(pid) && !isServerOfCluster(cluster, pid))
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function isServerOfCluster(cluster: string, pid: number): boolean {
  return readCommandLine(pid).includes(`cluster_name=${makeClusterName(cluster)}`);
}

/**
 * Reads the command line of a process. Empty when the process has ended, even if its parent has not noticed that yet.
 */
export function readCommandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const [program, ...args] =
      process.platform === 'win32'
        ? ['wmic', 'process', 'where', `processid=${pid}`, 'get', 'commandline']
        : ['ps', '-p', `${pid}`, '-o', 'command='];
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readSystemErrorCode(error) === 'EPERM';
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}
