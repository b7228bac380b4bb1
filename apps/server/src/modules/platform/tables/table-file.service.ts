import type { TableFile } from '@institute/contract';
import { readFileText } from '@institute/contract/file-text';
import { fileTooLargeMessage, tableLimits } from '@institute/contract/tables.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import type { Ctx } from '../../../context.ts';
import { type AppError, invalidInputError } from '../../../errors.ts';
import { splitSheets } from './sheet-marks.ts';
import type { SpreadsheetInput } from './spreadsheet.reader.ts';

const readFileSchema = z.object({ text: z.string(), hidden: z.object({ rows: z.int(), columns: z.int() }) });
type ReadFile = z.output<typeof readFileSchema>;

const spreadsheetReader: FileReader<ReadFile> = {
  module: new URL('./spreadsheet.reader.ts', import.meta.url),
  result: readFileSchema,
  path: 'base64',
  advice: 'Ask for fewer days.',
  timeoutMs: 20_000,
  heapMb: 96,
};

type WorkerCtx = Pick<Ctx, 'changes'>;

const makeFileError = (message: string): AppError => invalidInputError([{ path: 'base64', message }]);

/** Converts a file to lines that are read like a pasted table, and counts the hidden rows and columns. */
export async function readTableFile(ctx: WorkerCtx, input: TableFile): Promise<ReadFile> {
  const { name, base64 } = input;
  const fileBytes = Buffer.from(base64, 'base64');
  const plainText = readFileText(fileBytes);
  const { text, hidden } =
    plainText === null
      ? await readSpreadsheet(ctx, input, fileBytes)
      : { text: plainText, hidden: { rows: 0, columns: 0 } };
  if (text.length > tableLimits.characters) {
    const sheetAdvice =
      splitSheets(text).length > 1 ? '. Save the sheet that you need as a file of its own.' : '';
    throw makeFileError(fileTooLargeMessage + sheetAdvice);
  }
  if (text.trim() === '') throw makeFileError(`${name} is empty`);
  return { text, hidden };
}

async function readSpreadsheet(
  ctx: WorkerCtx,
  { name, withHidden = false }: TableFile,
  file: Buffer,
): Promise<ReadFile> {
  const fileStart = file.toString('latin1', 0, 1024).trimStart();
  if (fileStart.includes('%PDF-')) {
    throw makeFileError(
      'This is a PDF. Ask the bank for the statement as Excel or CSV, or copy its table and paste it.',
    );
  }
  if (fileStart.startsWith('\xd0\xcf\x11\xe0')) {
    const oldExcelMessage =
      'This is an old Excel file (.xls), or one with a password. Save it in Excel as .xlsx without a password.';
    throw makeFileError(oldExcelMessage);
  }
  if (/^(?:\xef\xbb\xbf)?\s*</.test(fileStart)) {
    throw makeFileError(
      'This is a web page that is named like a spreadsheet. Open it in Excel and save it as .xlsx.',
    );
  }
  const unreadableMessage = `${name} is no spreadsheet that can be read. Save it as .xlsx or CSV.`;
  if (!fileStart.startsWith('PK')) throw makeFileError(unreadableMessage);
  const spreadsheetInput: SpreadsheetInput = { file, refusal: unreadableMessage, withHidden };
  return readSingleResult(ctx, spreadsheetReader, spreadsheetInput);
}
