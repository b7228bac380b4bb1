import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isRunning } from '../../../testing/processes/server-process.ts';
import { makeTemporaryFolder } from '../../../testing/processes/temporary-folder.ts';
import { readFirstMessage } from './image.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

function start(code: string) {
  const script = join(folder.path, 'child.mjs');
  writeFileSync(script, code);
  return fork(script, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Keeps this process busy until the other one has ended. */
function workUntilEndOf({ pid }: ChildProcess) {
  while (isRunning(pid));
}

test('the answer of a process that ends while the server is busy is read', async () => {
  const code = `process.once('message', () => process.send('done', () => process.disconnect()))`;
  const first = start(code);
  const second = start(code);
  const answers = Promise.all([readFirstMessage(first), readFirstMessage(second)]);
  // Node reports all ended processes together, here before it reads the second answer
  first.once('message', () => {
    second.send('go');
    workUntilEndOf(second);
  });
  first.send('go');
  workUntilEndOf(first);
  expect(await answers).toEqual(['done', 'done']);
});

test('a process that ends without an answer gives none', async () => {
  expect(await readFirstMessage(start('process.exit(1)'))).toBeUndefined();
});
