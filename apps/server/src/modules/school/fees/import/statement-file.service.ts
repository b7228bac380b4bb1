import type { StatementFile } from '@institute/contract';
import { fileTooLargeMessage, importLimits } from '@institute/contract/fees.constants';
import { readFileText } from '@institute/contract/file-text';
import * as z from 'zod';
import { type FileReader, readWhole } from '../../../../background/read-in-worker.ts';
import type { Ctx } from '../../../../context.ts';
import { type AppError, invalidInputError } from '../../../../errors.ts';
import { splitSheets } from './sheet-marks.ts';
import type { SpreadsheetInput } from './spreadsheet.reader.ts';

const spreadsheetKind: FileReader<string> = {
  module: new URL('./spreadsheet.reader.ts', import.meta.url),
  result: z.string(),
  path: 'base64',
  advice: 'Ask for fewer days.',
  timeoutMs: 20_000,
  heapMb: 96,
};

type Reader = Pick<Ctx, 'changes'>;

const refuseFile = (message: string): AppError => invalidInputError([{ path: 'base64', message }]);

/** The lines of a file as it came, to be read like a pasted table. */
export async function readStatementFile(ctx: Reader, { name, base64 }: StatementFile): Promise<string> {
  const file = Buffer.from(base64, 'base64');
  const text = readFileText(file) ?? (await readSpreadsheet(ctx, name, file));
  if (text.length > importLimits.characters) {
    const advice = splitSheets(text).length > 1 ? '. Save the sheet that you need as a file of its own.' : '';
    throw refuseFile(fileTooLargeMessage + advice);
  }
  if (text.trim() === '') throw refuseFile(`${name} is empty`);
  return text;
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
  const refusal = `${name} is no spreadsheet that can be read. Save it as .xlsx or CSV.`;
  if (!head.startsWith('PK')) throw refuseFile(refusal);
  const input: SpreadsheetInput = { file, refusal };
  return readWhole(ctx, spreadsheetKind, input);
}
