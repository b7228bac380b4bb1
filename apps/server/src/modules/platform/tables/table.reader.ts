import { isDeepStrictEqual } from 'node:util';
import type { TableInput } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import { tableLimits } from '@institute/contract/tables.constants';
import { removeInvisible } from '@institute/contract/text';
import { type Options, parse } from 'csv-parse/sync';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { splitSheets } from './sheet-marks.ts';
import type { ColumnLayout, FieldColumns, Table } from './table.ts';
import { chooseColumns, labelHeadings, matchHeadings, recogniseColumns } from './table-headings.ts';

const cellDelimiters = [',', ';', '\t', '|'];
/** The headings are searched within this number of lines. A bank's statement has text about the account above them. */
const HEAD_LINES = 60;
/** Twice the lines of an import, because some rows repeat the headings. */
const MAX_KEPT_LINES = 2 * tableLimits.lines;

/**
 * Reads a file or a pasted table of a mobile operator, a bank or a spreadsheet. Columns are recognised by their
 * headings. Sheets with the same headings become one table.
 */
export function readTable<Field extends string>(
  { text, columns: wanted, sheets: names }: TableInput<Field>,
  layout: ColumnLayout<Field>,
): Table<Field> {
  const markedSheets = splitSheets(text);
  if (markedSheets.length > tableLimits.sheets) {
    throw new FileRefusal(
      `At most ${tableLimits.sheets} sheets. These are ${formatNumber(markedSheets.length)}.`,
    );
  }
  const sheetTables = markedSheets.flatMap((sheet) =>
    sheet.isHidden ? [] : { ...sheet, ...readSheetRows(sheet.text, layout, `Sheet ${sheet.name}, row`) },
  );
  const chosenTables =
    markedSheets.length === 0
      ? [{ name: '', above: 0, ...readSheetRows(text, layout, 'Line') }]
      : chooseSheets(sheetTables, layout, names);
  const sheetUses = markedSheets.map(({ name, isHidden }) => {
    const isSheetRead = chosenTables.some((one) => one.name === name);
    return {
      name,
      isHidden,
      isRead: isSheetRead,
      lines: sheetTables.find((one) => one.name === name)?.lines.length ?? 0,
    };
  });
  const [first] = chosenTables;
  if (!first) return { headings: [], head: '', columns: {}, lines: [], sheets: sheetUses };
  const firstFault = chosenTables.find((table) => table.fault)?.fault;
  if (firstFault) throw new FileRefusal(firstFault);
  const joinedLines = chosenTables.flatMap((table) => {
    const columnOrder = matchHeadings(first.headings, table.headings);
    return table.lines.map(({ line, cells }) => ({
      line: chosenTables.length > 1 ? table.above + line : line,
      place: chosenTables.length > 1 ? `${table.name}, row ${line}` : null,
      cells: columnOrder ? columnOrder.map((at) => cells[at] ?? '') : cells,
    }));
  });
  const lineCount = chosenTables.reduce((sum, table) => sum + table.count, 0);
  if (lineCount > tableLimits.lines) {
    const lineLimitText = `At most ${formatNumber(tableLimits.lines)} lines. These are ${formatNumber(lineCount)}`;
    throw new FileRefusal(`${lineLimitText}. Import them in parts.`);
  }
  const labelledHeadings = labelHeadings(first.headings);
  const chosenColumns = chooseColumns(first.columns, wanted, labelledHeadings);
  return {
    headings: labelledHeadings,
    head: first.head,
    columns: chosenColumns,
    lines: joinedLines,
    sheets: sheetUses,
  };
}

interface SheetRows<Field extends string> {
  headings: string[];
  head: string;
  columns: FieldColumns<Field>;
  lines: { line: number; cells: string[] }[];
  /** Number of all lines, also of those that are not stored. */
  count: number;
  /** Reason why the sheet cannot be read, or null. */
  fault: string | null;
}

type NamedSheetRows<Field extends string> = SheetRows<Field> & { name: string; above: number };

/**
 * Returns the named sheets. Without names it returns those with all needed columns, or all sheets if none has them.
 * Their headings must be the same.
 */
function chooseSheets<Field extends string>(
  tables: readonly NamedSheetRows<Field>[],
  layout: ColumnLayout<Field>,
  names: readonly string[] | undefined,
): readonly NamedSheetRows<Field>[] {
  if (names) {
    const unknownName = names.find((name) => !tables.some((one) => one.name === name));
    if (unknownName !== undefined)
      throw new FileRefusal(`There is no sheet ${unknownName} that can be read.`);
  }
  const completeSheets = tables.filter(({ columns }) => layout.isComplete(columns));
  const chosenSheets = names
    ? tables.filter(({ name }) => names.includes(name))
    : completeSheets.length > 0
      ? completeSheets
      : tables;
  const [first, ...others] = chosenSheets;
  const differingSheet = others.find(({ headings }) => !matchHeadings(first?.headings ?? [], headings));
  if (!differingSheet) return chosenSheets;
  if (!names) return [];
  throw new FileRefusal(
    `The sheets ${first?.name} and ${differingSheet.name} have other headings. Import one after the other.`,
  );
}

/** `place` is the text before the line number in an error. */
function readSheetRows<Field extends string>(
  text: string,
  layout: ColumnLayout<Field>,
  place: string,
): SheetRows<Field> {
  const foundHead = findHead(text, layout);
  const { kept, others } = parseLines(text, { delimiter: foundHead.delimiter });
  const tooWideLine = kept.find(({ cells }) => cells.length > tableLimits.columns);
  const widthText =
    tooWideLine && `${place} ${tooWideLine.line} has more than ${tableLimits.columns} columns`;
  const fault = widthText
    ? `${widthText}. Delete the columns that are not needed, the empty ones too.`
    : null;
  const headIndex = kept.findIndex(({ line }) => line === foundHead.line);
  const headings = kept[headIndex]?.cells ?? [];
  const lines = kept.slice(headIndex + 1).filter(({ cells }) => !isDeepStrictEqual(cells, headings));
  const headCells = kept.slice(0, headIndex + 1).flatMap(({ cells }) => cells);
  return {
    headings,
    head: headCells.join(' '),
    columns: recogniseColumns(headings, layout, lines),
    lines,
    count: lines.length + others,
    fault,
  };
}

/** Finds the line of the headings and the delimiter between the cells. */
export function findHead<Field extends string>(text: string, layout: ColumnLayout<Field>) {
  const noHead = { line: 0, delimiter: ',', score: 0 };
  return cellDelimiters
    .flatMap((delimiter) =>
      parseLines(text, { delimiter, to: HEAD_LINES }).kept.map((line) => ({
        ...scoreHead(line, layout),
        delimiter,
      })),
    )
    .reduce((best, one) => (one.score > best.score ? one : best), noHead);
}

/** Recognised headings count most. If no line has any, the line with the most cells gets the highest score. */
function scoreHead<Field extends string>({ line, cells }: KeptLine, layout: ColumnLayout<Field>) {
  const columns = recogniseColumns(cells, layout);
  const filledCellCount = cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length;
  const { length: known } = Object.keys(columns);
  const headScore = layout.isComplete(columns) ? 1000 * known + filledCellCount : 2 * known + filledCellCount;
  return { line, score: headScore };
}

type KeptLine = SheetRows<never>['lines'][number];

/** Lines and columns beyond the limits are only counted. */
export function parseLines(text: string, { delimiter, to }: { delimiter: string; to?: number }) {
  const parseOptions = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(to && { to }),
  } satisfies Options;
  const parseWith = (quotes: Options) => {
    const keptLines: KeptLine[] = [];
    let uncollectedLines = 0;
    let linesBefore = 0;
    const collectLine = (record: string[], { lines }: { lines: number }) => {
      const lineNumber = linesBefore + 1;
      linesBefore = lines;
      if (keptLines.length === MAX_KEPT_LINES) uncollectedLines += record.some(isCellFilled) ? 1 : 0;
      else {
        const cleanCells = record.slice(0, tableLimits.columns + 1).map(cleanCell);
        if (cleanCells.length > tableLimits.columns || cleanCells.some(Boolean))
          keptLines.push({ line: lineNumber, cells: cleanCells });
      }
      // Null keeps the parser from collecting the rows itself
      return null;
    };
    parse(text, { ...parseOptions, ...quotes, on_record: collectLine });
    return { kept: keptLines, others: uncollectedLines };
  };
  try {
    return parseWith({});
  } catch {
    // With quotes enabled, a quote that is never closed would swallow all further lines
    return parseWith({ quote: null });
  }
}

const isCellFilled = (cell: string): boolean => cell.trim() !== '';

/** Letters of a cell that are read. A longer one is no name, amount or reason, and would keep patterns busy. */
const MAX_CELL_LENGTH = 500;

/**
 * Returns the text on one line, without invisible characters. Spreadsheets mark digits as text by an apostrophe or
 * `="…"`, which is removed.
 */
const cleanCell = (cell: string): string =>
  removeInvisible(cell.slice(0, MAX_CELL_LENGTH).toWellFormed())
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '');
