import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workQueue } from '../../background/work-queue.ts';
import type { PrintJob } from './certificate-pdf.ts';

const PRINTING_TIMEOUT_MS = 5 * 60_000;

export type Print = (job: PrintJob) => Readable;

/** Fonts and hundreds of pages take memory, so only two files are written at once. */
export function certificatePrinter(): Print {
  const { run: inTurn } = workQueue({ atOnce: 2 });
  return (job) => {
    const file = new PassThrough();
    inTurn(() => printInChild(job, file)).catch((error) => file.destroy(error));
    return file;
  };
}

/** Runs in its own process, because loading and packing fonts would hold up requests. */
async function printInChild(job: PrintJob, file: PassThrough): Promise<void> {
  if (file.destroyed) return;
  const child = fork(join(import.meta.dirname, 'certificate-pdf.process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    // A signal to the process group must not stop files that are being read
    detached: true,
    timeout: PRINTING_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  child.send(job);
  if (!child.stdout) throw new Error('The process has no output');
  try {
    await pipeline(child.stdout, file, { end: false });
  } finally {
    if (file.destroyed) child.kill('SIGKILL');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The certificates were not printed: ${code}`);
  file.end();
}
