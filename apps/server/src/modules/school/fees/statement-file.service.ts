import { Worker } from 'node:worker_threads';
import type { StatementFile } from '@institute/contract';
import { fileTooLarge, importLimits } from '@institute/contract/fees.constants';
import { readFileText } from '@institute/contract/file-text';
import { workQueue } from '../../../background/work-queue.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidInput } from '../../../errors.ts';

/** The lines of a file unpack to a few MB. Some files are small and unpack to gigabytes. */
const UNPACKED_BYTES = 30_000_000;
const HEAP_MB = 96;
const LONGEST_MS = 20_000;

type Reader = Pick<Ctx, 'changes'>;

const refuseFile = (message: string): AppError => invalidInput([{ path: 'base64', message }]);

/** The lines of a file as it came, to be read like a pasted table. */
export async function readStatementFile(ctx: Reader, { name, base64 }: StatementFile): Promise<string> {
  const file = Buffer.from(base64, 'base64');
  const text = readFileText(file) ?? (await readSpreadsheet(ctx, name, file));
  if (text.length > importLimits.characters) throw refuseFile(fileTooLarge);
  if (text.trim() === '') throw refuseFile(`${name} is empty`);
  return text;
}

/** Each spreadsheet has a thread with memory of its own, so they are read one after another. */
const readQueues = new WeakMap<Ctx['changes'], ReturnType<typeof workQueue>>();

function runInTurn<T>({ changes }: Reader, work: () => Promise<T>): Promise<T> {
  const queue = readQueues.get(changes) ?? workQueue({ atOnce: 1, waiting: 8 });
  readQueues.set(changes, queue);
  return queue.run(work);
}

async function readSpreadsheet(ctx: Reader, name: string, file: Buffer): Promise<string> {
  const head = file.toString('latin1', 0, 1024).trimStart();
  if (head.includes('%PDF-')) {
    throw refuseFile(
      'This is a PDF. Ask the bank for the statement as Excel or CSV, or copy its table and paste it.',
    );
  }
  if (head.startsWith('\xd0\xcf\x11\xe0')) {
    const message =
      'This is an old Excel file (.xls), or one with a password. Save it in Excel as .xlsx without a password.';
    throw refuseFile(message);
  }
  if (/^(?:\xef\xbb\xbf)?\s*</.test(head)) {
    throw refuseFile(
      'This is a web page that is named like a spreadsheet. Open it in Excel and save it as .xlsx.',
    );
  }
  const cannotRead = () => refuseFile(`${name} is no spreadsheet that can be read. Save it as .xlsx or CSV.`);
  if (!head.startsWith('PK')) throw cannotRead();
  return runInTurn(ctx, () => readInThread(file)).catch((error: unknown) => {
    if (!(error instanceof Error) || error instanceof AppError) throw error;
    const isTooLarge =
      error instanceof RangeError || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
    throw isTooLarge ? refuseFile('This file is too large to read. Ask for fewer days.') : cannotRead();
  });
}

function readInThread(file: Buffer): Promise<string> {
  const worker = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), {
    workerData: { file, limit: UNPACKED_BYTES },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
  });
  const clock = setTimeout(() => void worker.terminate(), LONGEST_MS);
  return new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new RangeError('It took too long')));
  }).finally(() => {
    clearTimeout(clock);
    void worker.terminate();
  });
}
