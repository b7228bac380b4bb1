import { join } from 'node:path';
import { stopOrphan } from '@institute/embedded-postgres/orphan';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { makeScratchDataDir, type ServerProcess, spawnServer, startRefused } from './server-process.ts';

/** Starts the process of the product in the tests of a file, and ends it after each. */
export function useStarts() {
  // Creating a database takes most of the time, so only the tests of first starts use an empty folder
  const used = makeScratchDataDir();
  afterAll(used.remove);
  let data = used;
  const spawned: ServerProcess[] = [];
  afterEach(async () => {
    for (const { child, ended } of spawned.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });

  return {
    dataDir: () => data.path,
    start(env: Record<string, string> = {}, script = 'testing/stand-ins/stand-in.ts', ...args: string[][]) {
      const server = spawnServer(script, { DATA_DIR: data.path, ...env }, ...args);
      spawned.push(server);
      return server;
    },
    refusal: (env: Record<string, string>) => startRefused({ DATA_DIR: data.path, ...env }),
    onUsedFolder() {
      beforeEach(() => {
        data = used;
      });
      afterEach(() => stopOrphan(join(used.path, 'postgres')));
    },
    onNewFolder() {
      beforeEach(() => {
        data = makeScratchDataDir();
      });
      afterEach(() => data.remove());
    },
  };
}

export const logEntries = ({ output }: ServerProcess): Record<string, unknown>[] =>
  output()
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
