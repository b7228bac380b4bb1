import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCommandLine, readPidFile, stopOrphan } from '@institute/embedded-postgres/orphan';

export type ServerProcess = {
  child: ChildProcess;
  pid: number;
  /** The printed address. Rejects with the output when the process ends first. */
  address: Promise<string>;
  output(): { stdout: string; stderr: string };
  /** Exit code, or the signal that ended the process. */
  ended: Promise<number | string>;
};

/** For processes with their own database, which keep no key in the data folder. */
export const testDataKey: string = Buffer.alloc(32, 7).toString('base64');

/** Settings of a process with this database of its own. */
export const makeDatabaseSettings = (url: string) => ({
  DATABASE_URL: url,
  AUTH_SECRET: 'x'.repeat(32),
  DATA_KEY: testDataKey,
});

/** The processes share one compile cache. */
export const processEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache'),
};

export function spawnServer(
  /** From the server's sources, or the whole path. */
  script: string,
  env: Record<string, string>,
  args: string[] = [],
  nodeOptions: string[] = [],
): ServerProcess {
  const file = resolve(import.meta.dirname, '../..', script);
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], {
    cwd: tmpdir(),
    env: { ...processEnvironment, PORT: '0', ...env },
    // A signal to the process group reaches every child, as in a terminal.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]): number | string => code ?? signal);
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const printed = /The site is at ([^\s"]+)/.exec(stdout)?.[1];
      if (printed && stdout.includes('Its data')) resolve(printed);
    });
    ended.then((how) => reject(new Error(`ended (${how}) before it was ready: ${stderr}`)));
  });
  address.catch(() => undefined);
  return { child, pid: child.pid ?? 0, address, ended, output: () => ({ stdout, stderr }) };
}

export async function startRefused(env: Record<string, string>) {
  const { ended, output } = spawnServer('testing/stand-ins/stand-in.ts', env);
  const code = await ended;
  return { code, lines: output().stderr.trimEnd().split('\n'), stdout: output().stdout };
}

/** `remove` also stops a process that still uses the folder. */
export function makeScratchDataDir(): { path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'institute-data-'));
  return {
    path,
    async remove() {
      await stopOrphan(join(path, 'postgres'));
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export const readDatabasePid = (dataDir: string): number | undefined =>
  readPidFile(join(dataDir, 'postgres'))?.pid;

/** True until the last thread has ended, because a killed process keeps its sockets open until then. */
export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  if (process.platform !== 'linux') return readCommandLine(pid) !== '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields follow the name, which is in parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    const threads = Number(fields[17]);
    return state !== 'Z' || threads > 1;
  } catch {
    return false;
  }
}
