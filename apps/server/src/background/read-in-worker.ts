import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { AppError, invalidInputError, readErrorCode } from '../errors.ts';
import { makeQueuesByApp, type QueueOwner } from './work-queue.ts';

/** A kind of uploaded file, with the limits for reading one of them. */
export interface FileReader<Result> {
  /** Address of a `.reader.ts` module, whose function `read` yields the results. */
  module: URL;
  result: z.ZodType<Result>;
  /** The field of the input that a refusal names. */
  path: string;
  /** Advice to the office about a file that takes too long or too much memory. */
  advice: string;
  timeoutMs: number;
  heapMb: number;
}

const workerMessage = z.union([
  z.strictObject({ value: z.unknown() }),
  z.strictObject({ refusal: z.string() }),
  z.strictObject({ isDone: z.literal(true) }),
]);

const tooManyFilesError = () =>
  new AppError('UNAVAILABLE', 'Other files are being read. Try again in a minute.', { retryAfter: 60 });

/**
 * At most two files are read at once, and one of each kind, so that a long import does not delay other kinds of
 * files.
 */
const findQueue = makeQueuesByApp({
  atOnce: 2,
  atOnceEach: 1,
  waiting: 8,
  longestMs: 60_000,
  refusal: tooManyFilesError,
});

/**
 * Reads an uploaded file in a thread with a time limit and memory of its own, so that no file can stop the product.
 * Each result is checked. The worker waits until the caller has taken a result.
 */
export async function* readInWorker<Result>(
  app: QueueOwner,
  reader: FileReader<Result>,
  input: unknown,
): AsyncGenerator<Result> {
  const endReadingTurn = await findQueue(app).take({ group: reader.module.href });
  const readingWorker = startWorker(reader, input);
  try {
    yield* receiveWorkerResults(readingWorker, reader);
  } finally {
    // A worker may end late, or never. The caller does not wait for that; the next file does.
    void readingWorker.terminate().finally(endReadingTurn);
  }
}

/** Reads a file with a reader that yields exactly one result. */
export async function readSingleResult<Result>(
  app: QueueOwner,
  reader: FileReader<Result>,
  input: unknown,
): Promise<Result> {
  for await (const firstReadingResult of readInWorker(app, reader, input)) return firstReadingResult;
  throw new Error(`${reader.module.href} has no result`);
}

function startWorker({ module, heapMb }: FileReader<unknown>, input: unknown): Worker {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), {
    workerData: { module: module.href, input },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
  });
  // The process must not end because a worker fails after its last result
  return worker.on('error', () => {});
}

async function* receiveWorkerResults<Result>(
  worker: Worker,
  reader: FileReader<Result>,
): AsyncGenerator<Result> {
  const readingTimeoutSignal = AbortSignal.timeout(reader.timeoutMs);
  try {
    for await (const [sent] of on(worker, 'message', { signal: readingTimeoutSignal, close: ['exit'] })) {
      const receivedWorkerMessage = workerMessage.parse(sent);
      if ('refusal' in receivedWorkerMessage)
        throw makeFileRefusalError(reader, receivedWorkerMessage.refusal);
      if ('isDone' in receivedWorkerMessage) return;
      yield reader.result.parse(receivedWorkerMessage.value);
      worker.postMessage('taken');
    }
    throw new Error(`${reader.module.href} ended before its file did`);
  } catch (error) {
    if (readingTimeoutSignal.aborted)
      throw makeFileRefusalError(reader, `This file takes too long to read. ${reader.advice}`);
    const isFileTooLarge = error instanceof RangeError || readErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isFileTooLarge
      ? makeFileRefusalError(reader, `This file is too large to read. ${reader.advice}`)
      : error;
  }
}

const makeFileRefusalError = ({ path }: FileReader<unknown>, message: string): AppError =>
  invalidInputError([{ path, message }], message);
