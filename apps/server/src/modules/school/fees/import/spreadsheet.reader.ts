import { stringify } from 'csv-stringify/sync';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import readSheets, { type CellValue } from 'read-excel-file/universal';
import { FileRefusal } from '../../../../background/file-refusal.ts';
import { markSheet } from './sheet-marks.ts';
import { leaveOutHidden, writeFaultsAsText } from './spreadsheet-xml.ts';

/** The lines of a file unpack to a few MB. Some files are small and unpack to gigabytes. */
const UNPACKED_BYTES = 30_000_000;
/** Bytes of a file that are unpacked before the sum is looked at. They become a thousand times as many at most. */
const STEP_BYTES = 1024;

/** Unpacks the parts of a spreadsheet. Counts the unpacked bytes, because the sizes in the file can be wrong. */
function unpackParts(file: Uint8Array): Map<string, Uint8Array[]> {
  const parts = new Map<string, Uint8Array[]>();
  let size = 0;
  const unzip = new Unzip((part) => {
    if (!/\.(?:xml|rels)$/.test(part.name)) return;
    const chunks: Uint8Array[] = [];
    parts.set(part.name, chunks);
    part.ondata = (error, chunk) => {
      if (error) throw error;
      size += chunk.length;
      if (size > UNPACKED_BYTES) throw new RangeError('too large');
      chunks.push(chunk);
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < file.length; at += STEP_BYTES)
    unzip.push(file.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= file.length);
  return parts;
}

/** Excel has days without a zone, and keeps fifteen digits of a number. */
function writeCell(cell: CellValue | null): string {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime())
      ? ''
      : cell.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ');
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return cell.toExponential();
  return String(cell ?? '').replace(/[\r\n]+/g, ' ');
}

/** Spreadsheets have empty cells with a colour to the right of what is written. */
const writeRow = (row: (CellValue | null)[]): string[] => {
  const cells = row.map(writeCell);
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
};

/** All visible sheets as CSV. In each, a line has the number of its row. */
async function readSpreadsheet(file: Uint8Array): Promise<string> {
  const hidden: string[] = [];
  const parts = [...unpackParts(file)].map(([name, chunks]) => {
    const part = Buffer.concat(chunks);
    if (/\/workbook\.xml$/.test(name)) {
      const read = leaveOutHidden(part.toString());
      hidden.push(...read.hidden);
      return [name, Buffer.from(read.workbook)] as const;
    }
    return [
      name,
      /\/worksheets\/[^/]*\.xml$/.test(name) ? Buffer.from(writeFaultsAsText(part.toString())) : part,
    ] as const;
  });
  // The reader would trust the sizes that the file names
  const stored = zipSync(Object.fromEntries(parts), { level: 0 });
  const sheets = (await readSheets(stored.buffer))
    // A sheet of a chart has no data
    .map(({ sheet, data }) => ({ name: sheet, rows: (data ?? []).map(writeRow) }))
    .filter(({ rows }) => rows.some((row) => row.length > 0));
  if (sheets.length < 2 && hidden.length === 0) return sheets.map(({ rows }) => stringify(rows)).join('');
  return [
    ...sheets.map(({ name, rows }) => markSheet({ name, isHidden: false }) + stringify(rows)),
    ...hidden.map((name) => markSheet({ name, isHidden: true })),
  ].join('');
}

export interface SpreadsheetInput {
  file: Uint8Array;
  /** Error text for a damaged file. */
  refusal: string;
}

async function* readVisibleSheets({ file, refusal }: SpreadsheetInput) {
  yield await readSpreadsheet(file).catch((error: unknown) => {
    // The file is too large
    if (error instanceof RangeError) throw error;
    throw new FileRefusal(refusal);
  });
}

export { readVisibleSheets as read };
