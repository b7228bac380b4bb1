import { join } from 'node:path';
import { stopOrphan } from '@institute/embedded-postgres/orphan';
import { afterAll, afterEach } from 'vitest';
import { makeScratchDataDir, type ServerProcess, spawnServer, startRefused } from './server-process.ts';

/**
 * Starts the process of the product in the tests of a file, and ends it after each. All use one data folder, since
 * creating a database takes most of the time.
 */
export function useStarts() {
  const data = makeScratchDataDir();
  afterAll(data.remove);
  const spawned: ServerProcess[] = [];
  afterEach(async () => {
    for (const { child, ended } of spawned.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await stopOrphan(join(data.path, 'postgres'));
  });

  return {
    dataDir: data.path,
    start(env: Record<string, string> = {}, script = 'testing/stand-ins/stand-in.ts', ...args: string[][]) {
      const server = spawnServer(script, { DATA_DIR: data.path, ...env }, ...args);
      spawned.push(server);
      return server;
    },
    refusal: (env: Record<string, string>) => startRefused({ DATA_DIR: data.path, ...env }),
  };
}

export const logEntries = ({ output }: ServerProcess): Record<string, unknown>[] =>
  output()
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
