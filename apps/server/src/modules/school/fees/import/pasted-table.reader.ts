import { isDeepStrictEqual } from 'node:util';
import { importLimits } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { removeInvisible } from '@institute/contract/text';
import { type Options, parse } from 'csv-parse/sync';
import { FileRefusal } from '../../../../background/file-refusal.ts';
import { type Layout, type PastedTable, type TableLine, tableLayouts } from './table-layouts.ts';

const delimiters = [',', ';', '\t', '|'];
/** The headings stand within these lines. Above them is what the bank says about the account. */
const HEAD_LINES = 60;
/** Some of them repeat the headings. */
const MOST_KEPT = 2 * importLimits.lines;

export interface TableInput {
  text: string;
  layout: keyof typeof tableLayouts;
}

async function* readPasted({ text, layout }: TableInput) {
  yield readTable(text, tableLayouts[layout]);
}

/** A file or a pasted table of an operator, a bank or a spreadsheet. Columns are recognised by their headings. */
export function readTable<Column extends string>(text: string, layout: Layout<Column>): PastedTable<Column> {
  const none = { line: 0, columns: {}, delimiter: ',', score: 0 };
  const found = delimiters
    .flatMap((delimiter) =>
      parseLines(text, { delimiter, to: HEAD_LINES }).kept.map((line) => ({
        ...scoreHead(line, layout),
        delimiter,
      })),
    )
    .reduce((best, one) => (one.score > best.score ? one : best), none);
  const { kept, others } = parseLines(text, { delimiter: found.delimiter });
  const wide = kept.find(({ cells }) => cells.length > importLimits.columns);
  if (wide) {
    const most = `Line ${wide.line} has more than ${importLimits.columns} columns`;
    throw new FileRefusal(`${most}. Delete the columns that are not needed, the empty ones too.`);
  }
  const at = kept.findIndex(({ line }) => line === found.line);
  const headings = kept[at]?.cells ?? [];
  const lines = kept.slice(at + 1).filter(({ cells }) => !isDeepStrictEqual(cells, headings));
  const count = lines.length + others;
  if (count > importLimits.lines) {
    const most = `At most ${formatNumber(importLimits.lines)} lines. These are ${formatNumber(count)}`;
    throw new FileRefusal(`${most}. Import them in parts.`);
  }
  const head = kept.slice(0, at + 1).flatMap(({ cells }) => cells);
  return { headings, head: head.join(' '), columns: found.columns, lines };
}

/** Without a heading that is recognised, the widest line counts as the headings. */
function scoreHead<Column extends string>({ line, cells }: TableLine, layout: Layout<Column>) {
  const columns = recogniseColumns(cells, layout.patterns);
  const width = cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length;
  const score = layout.isComplete(columns) ? 1000 * Object.keys(columns).length + width : width;
  return { line, columns, score };
}

const toPlainHeading = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function recogniseColumns<Column extends string>(
  cells: readonly string[],
  patterns: Layout<Column>['patterns'],
) {
  const headings = cells.map(toPlainHeading);
  const taken = new Set<number>();
  const columns: PastedTable<Column>['columns'] = {};
  for (const [column, pattern] of patterns) {
    if (columns[column] !== undefined) continue;
    const at = headings.findIndex((heading, index) => !taken.has(index) && pattern.test(heading));
    if (at === -1) continue;
    taken.add(at);
    columns[column] = at;
  }
  return columns;
}

/** Lines and columns that no table may have are counted only. */
function parseLines(text: string, { delimiter, to }: { delimiter: string; to?: number }) {
  const options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(to && { to }),
  } satisfies Options;
  const parseWith = (quotes: Options) => {
    const kept: TableLine[] = [];
    let others = 0;
    let before = 0;
    const keepLine = (record: string[], { lines }: { lines: number }) => {
      const line = before + 1;
      before = lines;
      if (kept.length === MOST_KEPT) others += record.some(isFilled) ? 1 : 0;
      else {
        const cells = record.slice(0, importLimits.columns + 1).map(cleanCell);
        if (cells.length > importLimits.columns || cells.some(Boolean)) kept.push({ line, cells });
      }
      // The parser keeps nothing
      return null;
    };
    parse(text, { ...options, ...quotes, on_record: keepLine });
    return { kept, others };
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

export { readPasted as read };
