import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { stringify } from 'csv-stringify/sync';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { markSheet } from './sheet-marks.ts';
import { writeContentTypes } from './spreadsheet-package.ts';

/** The lines of a file unpack to a few MB. Some files are small and unpack to gigabytes. */
const UNPACKED_BYTES = 30_000_000;
/** Bytes of a file that are unpacked before the sum is looked at. They become a thousand times as many at most. */
const STEP_BYTES = 1024;
/** A cell far below the others makes a sheet long. */
const MOST_ROWS = 100_000;

/** Unpacks the parts of a spreadsheet. Counts the unpacked bytes, because the sizes in the file can be wrong. */
function unpackParts(file: Uint8Array): Map<string, Uint8Array[]> {
  const parts = new Map<string, Uint8Array[]>();
  let size = 0;
  const unzip = new Unzip((part) => {
    if (!/\.(?:xml|rels)$/i.test(part.name)) return;
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

/** A formula whose result the file does not hold reads as this. */
const EMPTY_FORMULA = '#FORMULA!';
/** Formats of durations, such as `[h]:mm`. */
const durationFormat = /\[[hms]+\]/i;

/** Excel has days and times without a zone, and keeps fifteen digits of a number. */
function writeCell({ t: type, v: value, w: shown = '', z: format, f: formula }: CellObject): string {
  if (type === 'z') return formula ? EMPTY_FORMULA : '';
  if (type === 'e' || value == null) return shown;
  if (value instanceof Date) {
    if (durationFormat.test(`${format ?? ''}`)) return shown;
    if (Number.isNaN(value.getTime())) return shown;
    const written = value.toISOString().slice(0, 19);
    // A time alone counts from the day before the first one
    if (value.getUTCFullYear() < 1900) return written.slice(11);
    return written.replace('T00:00:00', '').replace('T', ' ');
  }
  if (typeof value === 'number' && Math.abs(value) >= 1e15) return value.toExponential();
  return String(value).replace(/[\r\n]+/g, ' ');
}

interface HiddenCells {
  rows: number;
  columns: number;
}

/** Rows and columns that the file hides are empty, unless `withHidden`, so that lines keep the numbers of their rows. */
function writeSheet(sheet: WorkSheet, withHidden: boolean) {
  const { '!data': data = [], '!rows': rows = [], '!cols': columns = [] } = sheet;
  if (data.length > MOST_ROWS) throw new RangeError('too large');
  const hiddenColumns = new Set(columns.flatMap((column, at) => (column?.hidden ? at : [])));
  const hidden: HiddenCells = { rows: 0, columns: 0 };
  const filledColumns = new Set<number>();
  const written = Array.from(data, (row, at) => {
    const cells = Array.from(row ?? [], (cell?: CellObject) => (cell ? writeCell(cell) : ''));
    if (rows[at]?.hidden) {
      hidden.rows += cells.some(Boolean) ? 1 : 0;
      if (!withHidden) return [];
    }
    for (const column of hiddenColumns) if (cells[column]) filledColumns.add(column);
    const shown = withHidden ? cells : cells.map((cell, column) => (hiddenColumns.has(column) ? '' : cell));
    // Spreadsheets have empty cells with a colour to the right of what is written
    return shown.slice(0, shown.findLastIndex((cell) => cell !== '') + 1);
  });
  hidden.columns = filledColumns.size;
  return { rows: written, hidden };
}

export interface SpreadsheetInput {
  file: Uint8Array;
  /** Error text for a damaged file. */
  refusal: string;
  /** True to read rows and columns that the file hides. */
  withHidden: boolean;
}

/** The package misses formulas that are repeated by their number alone when the file names its elements by a prefix. */
const nameEmptyFormulas = (part: Buffer): Buffer =>
  part.includes(':f ') ? Buffer.from(part.toString().replace(/<\w+:(f\s[^<>]*\/>)/g, '<$1')) : part;

/** All visible sheets as CSV. In each, a line has the number of its row. */
function readSpreadsheet({ file, refusal, withHidden }: SpreadsheetInput) {
  const parts = new Map(
    [...unpackParts(file)].map(([name, chunks]) => [name, nameEmptyFormulas(Buffer.concat(chunks))]),
  );
  const types = [...parts.keys()].find((name) => /^\[content_types\]\.xml$/i.test(name));
  // The package would read other kinds of files too
  if (!types) throw new FileRefusal(refusal);
  parts.set(types, writeContentTypes(parts));
  // The package would trust the sizes that the file names
  const stored = zipSync(Object.fromEntries(parts), { level: 0 });
  const workbook = read(stored, {
    type: 'buffer',
    dense: true,
    UTC: true,
    cellDates: true,
    cellFormula: true,
    cellHTML: false,
    cellStyles: true,
  });
  const about = workbook.Workbook?.Sheets ?? [];
  const named = workbook.SheetNames.map((name, at) => ({
    name,
    isHidden: Boolean(about[at]?.Hidden),
    sheet: workbook.Sheets[name],
  }));
  const broken = named.find(({ sheet, isHidden }) => !sheet && !isHidden);
  if (broken) throw new FileRefusal(`The sheet ${broken.name} is damaged. Save the file again in Excel.`);
  const sheets = named
    .flatMap(({ name, isHidden, sheet }) =>
      isHidden || !sheet ? [] : { name, ...writeSheet(sheet, withHidden) },
    )
    // A sheet of a chart has no data
    .filter(({ rows }) => rows.some((row) => row.length > 0));
  const hidden = {
    rows: sheets.reduce((sum, sheet) => sum + sheet.hidden.rows, 0),
    columns: sheets.reduce((sum, sheet) => sum + sheet.hidden.columns, 0),
  };
  const hiddenSheets = named.filter(({ isHidden }) => isHidden);
  if (sheets.length < 2 && hiddenSheets.length === 0)
    return { text: sheets.map(({ rows }) => stringify(rows)).join(''), hidden };
  const text = [
    ...sheets.map(({ name, rows }) => markSheet({ name, isHidden: false }) + stringify(rows)),
    ...hiddenSheets.map(({ name }) => markSheet({ name, isHidden: true })),
  ].join('');
  return { text, hidden };
}

async function* readVisibleSheets(input: SpreadsheetInput) {
  try {
    yield readSpreadsheet(input);
  } catch (error) {
    // The file is too large, or says itself what is wrong
    if (error instanceof RangeError || error instanceof FileRefusal) throw error;
    throw new FileRefusal(input.refusal);
  }
}

export { readVisibleSheets as read };
