import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { FileRefusal } from './file-refusal.ts';

interface ReaderModule {
  read(input: unknown): AsyncIterable<unknown>;
}

/**
 * Sends one result at a time, and waits until the caller has taken it. The worker imports few modules, so that it
 * starts fast.
 */
async function sendResults(): Promise<void> {
  if (!parentPort) return;
  const { read }: ReaderModule = await import(workerData.module);
  try {
    for await (const fileReadingResult of read(workerData.input)) {
      parentPort.postMessage({ value: fileReadingResult });
      await once(parentPort, 'message');
    }
    parentPort.postMessage({ isDone: true });
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    parentPort.postMessage({ refusal: error.message });
  }
}

await sendResults();
