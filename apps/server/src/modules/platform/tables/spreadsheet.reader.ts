import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { stringify } from 'csv-stringify/sync';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { makeSheetMark } from './sheet-marks.ts';
import { writeContentTypes } from './spreadsheet-package.ts';

/** Limit of the unpacked size. Real files unpack to a few MB, but a small malicious file can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 30_000_000;
/** Bytes of a file that are unpacked before the sum is looked at. They become a thousand times as many at most. */
const UNPACK_STEP_BYTES = 1024;
/** A limit, because a single cell far below the others makes a sheet very long. */
const MAX_SHEET_ROWS = 100_000;

/** Unpacks the parts of a spreadsheet. Counts the unpacked bytes, because the sizes in the file can be wrong. */
function unpackParts(file: Uint8Array): Map<string, Uint8Array[]> {
  const partChunks = new Map<string, Uint8Array[]>();
  let unpackedSize = 0;
  const unzip = new Unzip((part) => {
    if (!/\.(?:xml|rels)$/i.test(part.name)) return;
    const unpackedChunks: Uint8Array[] = [];
    partChunks.set(part.name, unpackedChunks);
    part.ondata = (error, chunk) => {
      if (error) throw error;
      unpackedSize += chunk.length;
      if (unpackedSize > MAX_UNPACKED_BYTES) throw new RangeError('too large');
      unpackedChunks.push(chunk);
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  for (let stepStart = 0; stepStart < file.length; stepStart += UNPACK_STEP_BYTES)
    unzip.push(
      file.subarray(stepStart, stepStart + UNPACK_STEP_BYTES),
      stepStart + UNPACK_STEP_BYTES >= file.length,
    );
  return partChunks;
}

/** Text of a formula whose result is not stored in the file. */
const EMPTY_FORMULA_TEXT = '#FORMULA!';
/** Formats of durations, such as `[h]:mm`. */
const durationFormatPattern = /\[[hms]+\]/i;

/** Excel has days and times without a zone, and keeps fifteen digits of a number. */
function toCellText({ t: type, v: value, w: shown = '', z: format, f: formula }: CellObject): string {
  if (type === 'z') return formula ? EMPTY_FORMULA_TEXT : '';
  if (type === 'e' || value == null) return shown;
  if (value instanceof Date) {
    if (durationFormatPattern.test(`${format ?? ''}`)) return shown;
    if (Number.isNaN(value.getTime())) return shown;
    const isoText = value.toISOString().slice(0, 19);
    // Excel stores a time alone as a time on the day before its first date
    if (value.getUTCFullYear() < 1900) return isoText.slice(11);
    return isoText.replace('T00:00:00', '').replace('T', ' ');
  }
  if (typeof value === 'number' && Math.abs(value) >= 1e15) return value.toExponential();
  return String(value).replace(/[\r\n]+/g, ' ');
}

interface HiddenCells {
  rows: number;
  columns: number;
}

/**
 * Hidden rows and columns are returned empty unless `withHidden` is set, so that each line keeps the number of its
 * row.
 */
function toSheetRows(sheet: WorkSheet, withHidden: boolean) {
  const { '!data': data = [], '!rows': rows = [], '!cols': columns = [] } = sheet;
  if (data.length > MAX_SHEET_ROWS) throw new RangeError('too large');
  const hiddenColumns = new Set(columns.flatMap((column, at) => (column?.hidden ? at : [])));
  const hiddenCounts: HiddenCells = { rows: 0, columns: 0 };
  const filledColumns = new Set<number>();
  const writtenRows = Array.from(data, (row, at) => {
    const cellTexts = Array.from(row ?? [], (cell?: CellObject) => (cell ? toCellText(cell) : ''));
    if (rows[at]?.hidden) {
      hiddenCounts.rows += cellTexts.some(Boolean) ? 1 : 0;
      if (!withHidden) return [];
    }
    for (const hiddenColumn of hiddenColumns) if (cellTexts[hiddenColumn]) filledColumns.add(hiddenColumn);
    const shownCells = withHidden
      ? cellTexts
      : cellTexts.map((cell, column) => (hiddenColumns.has(column) ? '' : cell));
    // Spreadsheets may have empty coloured cells to the right of the text, which are removed
    return shownCells.slice(0, shownCells.findLastIndex((cell) => cell !== '') + 1);
  });
  hiddenCounts.columns = filledColumns.size;
  return { rows: writtenRows, hidden: hiddenCounts };
}

export interface SpreadsheetInput {
  file: Uint8Array;
  /** Error text for a damaged file. */
  refusal: string;
  /** True to read rows and columns that the file hides. */
  withHidden: boolean;
}

/** The library does not recognise empty formula elements with a namespace prefix, so the prefix is removed. */
const removeFormulaPrefixes = (part: Buffer): Buffer =>
  part.includes(':f ') ? Buffer.from(part.toString().replace(/<\w+:(f\s[^<>]*\/>)/g, '<$1')) : part;

/** Returns all visible sheets as CSV. Each line has the number of its row. */
function readSpreadsheet({ file, refusal, withHidden }: SpreadsheetInput) {
  const parts = new Map(
    [...unpackParts(file)].map(([name, chunks]) => [name, removeFormulaPrefixes(Buffer.concat(chunks))]),
  );
  const typesPartName = [...parts.keys()].find((name) => /^\[content_types\]\.xml$/i.test(name));
  // Without this check the library would also read other kinds of files
  if (!typesPartName) throw new FileRefusal(refusal);
  parts.set(typesPartName, writeContentTypes(parts));
  // The library would trust the sizes that the file claims, so it gets an uncompressed copy
  const uncompressedZip = zipSync(Object.fromEntries(parts), { level: 0 });
  const workbook = read(uncompressedZip, {
    type: 'buffer',
    dense: true,
    UTC: true,
    cellDates: true,
    cellFormula: true,
    cellHTML: false,
    cellStyles: true,
  });
  const sheetProperties = workbook.Workbook?.Sheets ?? [];
  const namedSheets = workbook.SheetNames.map((name, at) => ({
    name,
    isHidden: Boolean(sheetProperties[at]?.Hidden),
    sheet: workbook.Sheets[name],
  }));
  const brokenSheet = namedSheets.find(({ sheet, isHidden }) => !sheet && !isHidden);
  if (brokenSheet)
    throw new FileRefusal(`The sheet ${brokenSheet.name} is damaged. Save the file again in Excel.`);
  const visibleSheets = namedSheets
    .flatMap(({ name, isHidden, sheet }) =>
      isHidden || !sheet ? [] : { name, ...toSheetRows(sheet, withHidden) },
    )
    // A sheet of a chart has no data
    .filter(({ rows }) => rows.some((row) => row.length > 0));
  const hiddenCellCounts = {
    rows: visibleSheets.reduce((sum, sheet) => sum + sheet.hidden.rows, 0),
    columns: visibleSheets.reduce((sum, sheet) => sum + sheet.hidden.columns, 0),
  };
  const hiddenSheets = namedSheets.filter(({ isHidden }) => isHidden);
  if (visibleSheets.length < 2 && hiddenSheets.length === 0)
    return { text: visibleSheets.map(({ rows }) => stringify(rows)).join(''), hidden: hiddenCellCounts };
  const markedText = [
    ...visibleSheets.map(({ name, rows }) => makeSheetMark({ name, isHidden: false }) + stringify(rows)),
    ...hiddenSheets.map(({ name }) => makeSheetMark({ name, isHidden: true })),
  ].join('');
  return { text: markedText, hidden: hiddenCellCounts };
}

async function* readVisibleSheets(input: SpreadsheetInput) {
  try {
    yield readSpreadsheet(input);
  } catch (error) {
    // These errors already say that the file is too large, or what is wrong with it
    if (error instanceof RangeError || error instanceof FileRefusal) throw error;
    throw new FileRefusal(input.refusal);
  }
}

export { readVisibleSheets as read };
