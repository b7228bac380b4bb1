import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../start-error.ts';
import { removeScratch } from './embedded-place.ts';

/** What a running server says about itself in its cluster. */
export type PidFile = { pid: number; port: number; socketDir: string; isReady: boolean };

export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, socketDir] = lines;
    if (!Number(pid)) return undefined;
    return {
      pid: Number(pid),
      port: Number(port),
      socketDir: socketDir ?? '',
      isReady: lines[7]?.trim() === 'ready',
    };
  } catch {
    return undefined;
  }
}

/** Stands in the server's command line, so that a reused process id is not taken for it. */
export function clusterName(cluster: string): string {
  return `institute-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
}

/** Stops the server that a killed process left behind. The caller holds the data folder's lock. */
export async function stopOrphan(cluster: string): Promise<void> {
  const orphan = readPidFile(cluster);
  if (!orphan) return;

  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!isServerOf(cluster, orphan.pid)) break;
    send(orphan.pid, signal);
    for (let waited = 0; waited < seconds * 1000 && isServerOf(cluster, orphan.pid); waited += 10)
      await sleep(10);
  }
  removeScratch(orphan.socketDir);
  // the id may belong to someone else by now, and PostgreSQL would wait for that process for ever
  if (isAlive(orphan.pid) && !isServerOf(cluster, orphan.pid))
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function isServerOf(cluster: string, pid: number): boolean {
  return commandLine(pid).includes(`cluster_name=${clusterName(cluster)}`);
}

/** Empty for a process that is gone, also for one that only its parent has not noticed yet. */
export function commandLine(pid: number): string {
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended by itself in the meantime
  }
}
