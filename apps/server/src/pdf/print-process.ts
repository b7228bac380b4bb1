import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { forkScript } from '../background/child-process.ts';
import { makeWorkQueue } from '../background/work-queue.ts';

const PRINTING_TIMEOUT_MS = 5 * 60_000;
/**
 * Bytes of a file that may wait here. Files are smaller (500 pages are 4 MB), so a slow reader does not hold up the
 * next job.
 */
const MAX_UNREAD_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Runs a script that gets the job as a message and writes the file to its output. The script has a process of its
 * own, because loading and packing fonts would hold up requests. At most two run at once, because of their memory.
 */
export function printInChildProcess<Job extends object>(script: string): (job: Job) => Readable {
  const { run: inTurn } = makeWorkQueue({ atOnce: 2 });
  return (job) => {
    const printedFileStream = new PassThrough({ highWaterMark: MAX_UNREAD_FILE_BYTES });
    inTurn(() => runPrintScript(script, job, printedFileStream)).catch((error) =>
      printedFileStream.destroy(error),
    );
    return printedFileStream;
  };
}

async function runPrintScript(script: string, job: object, file: PassThrough): Promise<void> {
  if (file.destroyed) return;
  const printProcess = forkScript(script, ['ignore', 'pipe', 'ignore', 'ipc'], PRINTING_TIMEOUT_MS);
  const childClosed = once(printProcess, 'close');
  printProcess.send(job);
  if (!printProcess.stdout) throw new Error('The process has no output');
  try {
    await pipeline(printProcess.stdout, file, { end: false });
  } finally {
    if (file.destroyed) printProcess.kill('SIGKILL');
  }
  const [code] = await childClosed;
  if (code !== 0) throw new Error(`The file was not printed: ${code}`);
  file.end();
}
