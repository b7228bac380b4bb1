import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { forkScript } from '../background/child-process.ts';
import { makeWorkQueue } from '../background/work-queue.ts';

const PRINTING_TIMEOUT_MS = 5 * 60_000;
/** Whole files wait here (500 pages are 4 MB), so a stalled reader holds up nobody else. */
const MAX_WAITING = 64 * 1024 * 1024;

/**
 * `script` gets the job as a message and writes the file to its output. It runs in its own process, because
 * loading and packing fonts would hold up requests. Memory allows two at once.
 */
export function printInProcess<Job extends object>(script: string): (job: Job) => Readable {
  const { run: inTurn } = makeWorkQueue({ atOnce: 2 });
  return (job) => {
    const file = new PassThrough({ highWaterMark: MAX_WAITING });
    inTurn(() => runScript(script, job, file)).catch((error) => file.destroy(error));
    return file;
  };
}

async function runScript(script: string, job: object, file: PassThrough): Promise<void> {
  if (file.destroyed) return;
  const child = forkScript(script, ['ignore', 'pipe', 'ignore', 'ipc'], PRINTING_TIMEOUT_MS);
  const ended = once(child, 'close');
  child.send(job);
  if (!child.stdout) throw new Error('The process has no output');
  try {
    await pipeline(child.stdout, file, { end: false });
  } finally {
    if (file.destroyed) child.kill('SIGKILL');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The file was not printed: ${code}`);
  file.end();
}
