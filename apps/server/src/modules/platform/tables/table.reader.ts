import { isDeepStrictEqual } from 'node:util';
import type { TableInput } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import { tableLimits } from '@institute/contract/tables.constants';
import { removeInvisible } from '@institute/contract/text';
import { type Options, parse } from 'csv-parse/sync';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { splitSheets } from './sheet-marks.ts';
import type { Columns, Layout, Table } from './table.ts';
import { labelHeadings, matchHeadings, placeColumns, recogniseColumns } from './table-headings.ts';

const cellDelimiters = [',', ';', '\t', '|'];
/** The headings stand within these lines. Above them is what the bank says about the account. */
const HEAD_LINES = 60;
/** Twice the lines of an import, because some rows repeat the headings. */
const MAX_LINES = 2 * tableLimits.lines;

/**
 * A file or a pasted table of an operator, a bank or a spreadsheet. Columns are recognised by their headings. Sheets
 * with the same headings are one table.
 */
export function readTable<Field extends string>(
  { text, columns: wanted, sheets: names }: TableInput<Field>,
  layout: Layout<Field>,
): Table<Field> {
  const sheets = splitSheets(text);
  if (sheets.length > tableLimits.sheets) {
    throw new FileRefusal(`At most ${tableLimits.sheets} sheets. These are ${formatNumber(sheets.length)}.`);
  }
  const tables = sheets.flatMap((sheet) =>
    sheet.isHidden ? [] : { ...sheet, ...readRows(sheet.text, layout, `Sheet ${sheet.name}, row`) },
  );
  const chosenTables =
    sheets.length === 0
      ? [{ name: '', above: 0, ...readRows(text, layout, 'Line') }]
      : chooseSheets(tables, layout, names);
  const uses = sheets.map(({ name, isHidden }) => {
    const isRead = chosenTables.some((one) => one.name === name);
    return { name, isHidden, isRead, lines: tables.find((one) => one.name === name)?.lines.length ?? 0 };
  });
  const [first] = chosenTables;
  if (!first) return { headings: [], head: '', columns: {}, lines: [], sheets: uses };
  const fault = chosenTables.find((table) => table.fault)?.fault;
  if (fault) throw new FileRefusal(fault);
  const lines = chosenTables.flatMap((table) => {
    const order = matchHeadings(first.headings, table.headings);
    return table.lines.map(({ line, cells }) => ({
      line: chosenTables.length > 1 ? table.above + line : line,
      place: chosenTables.length > 1 ? `${table.name}, row ${line}` : null,
      cells: order ? order.map((at) => cells[at] ?? '') : cells,
    }));
  });
  const count = chosenTables.reduce((sum, table) => sum + table.count, 0);
  if (count > tableLimits.lines) {
    const most = `At most ${formatNumber(tableLimits.lines)} lines. These are ${formatNumber(count)}`;
    throw new FileRefusal(`${most}. Import them in parts.`);
  }
  const headings = labelHeadings(first.headings);
  const columns = placeColumns(first.columns, wanted, headings);
  return { headings, head: first.head, columns, lines, sheets: uses };
}

interface SheetRows<Field extends string> {
  headings: string[];
  head: string;
  columns: Columns<Field>;
  lines: { line: number; cells: string[] }[];
  /** Number of all lines, also of those that are not stored. */
  count: number;
  /** Why it cannot be read. */
  fault: string | null;
}

type NamedRows<Field extends string> = SheetRows<Field> & { name: string; above: number };

/** Without names the sheets that the layout knows, when all of them have the same headings. */
function chooseSheets<Field extends string>(
  tables: readonly NamedRows<Field>[],
  layout: Layout<Field>,
  names: readonly string[] | undefined,
): readonly NamedRows<Field>[] {
  if (names) {
    const unknown = names.find((name) => !tables.some((one) => one.name === name));
    if (unknown !== undefined) throw new FileRefusal(`There is no sheet ${unknown} that can be read.`);
  }
  const known = tables.filter(({ columns }) => layout.isComplete(columns));
  const chosen = names
    ? tables.filter(({ name }) => names.includes(name))
    : known.length > 0
      ? known
      : tables;
  const [first, ...others] = chosen;
  const other = others.find(({ headings }) => !matchHeadings(first?.headings ?? [], headings));
  if (!other) return chosen;
  if (!names) return [];
  throw new FileRefusal(
    `The sheets ${first?.name} and ${other.name} have other headings. Import one after the other.`,
  );
}

/** `place`: text before the number of a line in a refusal. */
function readRows<Field extends string>(
  text: string,
  layout: Layout<Field>,
  place: string,
): SheetRows<Field> {
  const found = findHead(text, layout);
  const { kept, others } = parseLines(text, { delimiter: found.delimiter });
  const wide = kept.find(({ cells }) => cells.length > tableLimits.columns);
  const most = wide && `${place} ${wide.line} has more than ${tableLimits.columns} columns`;
  const fault = most ? `${most}. Delete the columns that are not needed, the empty ones too.` : null;
  const at = kept.findIndex(({ line }) => line === found.line);
  const headings = kept[at]?.cells ?? [];
  const lines = kept.slice(at + 1).filter(({ cells }) => !isDeepStrictEqual(cells, headings));
  const head = kept.slice(0, at + 1).flatMap(({ cells }) => cells);
  return {
    headings,
    head: head.join(' '),
    columns: recogniseColumns(headings, layout, lines),
    lines,
    count: lines.length + others,
    fault,
  };
}

/** The line of the headings, and the sign between the cells. */
export function findHead<Field extends string>(text: string, layout: Layout<Field>) {
  const none = { line: 0, delimiter: ',', score: 0 };
  return cellDelimiters
    .flatMap((delimiter) =>
      parseLines(text, { delimiter, to: HEAD_LINES }).kept.map((line) => ({
        ...scoreHead(line, layout),
        delimiter,
      })),
    )
    .reduce((best, one) => (one.score > best.score ? one : best), none);
}

/** Without headings that are recognised, the widest line counts as them. */
function scoreHead<Field extends string>({ line, cells }: KeptLine, layout: Layout<Field>) {
  const columns = recogniseColumns(cells, layout);
  const width = cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length;
  const { length: known } = Object.keys(columns);
  const score = layout.isComplete(columns) ? 1000 * known + width : 2 * known + width;
  return { line, score };
}

type KeptLine = SheetRows<never>['lines'][number];

/** Lines and columns that no table may have are counted only. */
export function parseLines(text: string, { delimiter, to }: { delimiter: string; to?: number }) {
  const options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(to && { to }),
  } satisfies Options;
  const parseWith = (quotes: Options) => {
    const keptLines: KeptLine[] = [];
    let others = 0;
    let before = 0;
    const collectLine = (record: string[], { lines }: { lines: number }) => {
      const line = before + 1;
      before = lines;
      if (keptLines.length === MAX_LINES) others += record.some(isFilled) ? 1 : 0;
      else {
        const cells = record.slice(0, tableLimits.columns + 1).map(cleanCell);
        if (cells.length > tableLimits.columns || cells.some(Boolean)) keptLines.push({ line, cells });
      }
      // The parser collects no rows
      return null;
    };
    parse(text, { ...options, ...quotes, on_record: collectLine });
    return { kept: keptLines, others };
  };
  try {
    return parseWith({});
  } catch {
    // A quote that is never closed would swallow the rest
    return parseWith({ quote: null });
  }
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Letters of a cell that are read. A longer one is no name, amount or reason, and would keep patterns busy. */
const CELL_LENGTH = 500;

/** One line, without invisible characters. A spreadsheet keeps digits as text by an apostrophe or `="…"`. */
const cleanCell = (cell: string): string =>
  removeInvisible(cell.slice(0, CELL_LENGTH).toWellFormed())
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '');
