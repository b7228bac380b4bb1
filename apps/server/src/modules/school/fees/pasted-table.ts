import { isDeepStrictEqual } from 'node:util';
import { importLimits } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { plainDigits, removeInvisible } from '@institute/contract/text';
import { isDay, kampalaDay } from '@institute/contract/time';
import { type Options, parse } from 'csv-parse/sync';
import { invalidInput } from '../../../errors.ts';

export interface TableLine {
  /** Where it begins in the text, from 1. */
  line: number;
  cells: string[];
}

type Columns<Column extends string> = Partial<Record<Column, number>>;

export interface PastedTable<Column extends string> {
  headings: string[];
  /** What stands above the headings, and they themselves. */
  head: string;
  columns: Columns<Column>;
  lines: TableLine[];
}

interface Layout<Column extends string> {
  /** They match headings in lower case, without signs. The first pattern that a free heading matches wins. */
  patterns: readonly (readonly [Column, RegExp])[];
  isComplete(columns: Columns<Column>): boolean;
}

const delimiters = [',', ';', '\t', '|'];
/** The headings stand within these lines. Above them is what the bank says about the account. */
const HEAD_LINES = 60;

/** A file or a pasted table of an operator, a bank or a spreadsheet. Columns are recognised by their headings. */
export function readTable<Column extends string>(text: string, layout: Layout<Column>): PastedTable<Column> {
  const none = { line: 0, columns: {} as Columns<Column>, delimiter: ',', score: 0 };
  const found = delimiters
    .flatMap((delimiter) =>
      parseLines(text, { delimiter, to: HEAD_LINES }).map((line) => ({
        ...scoreHead(line, layout),
        delimiter,
      })),
    )
    .reduce((best, one) => (one.score > best.score ? one : best), none);
  const all = parseLines(text, { delimiter: found.delimiter });
  const at = all.findIndex(({ line }) => line === found.line);
  const headings = all[at]?.cells ?? [];
  const lines = all
    .slice(at + 1)
    .filter(({ cells }) => cells.some(Boolean) && !isDeepStrictEqual(cells, headings));
  if (lines.length > importLimits.lines) {
    const message = `At most ${formatNumber(importLimits.lines)} lines. These are ${formatNumber(lines.length)}`;
    throw invalidInput([{ path: 'text', message }]);
  }
  const head = all.slice(0, at + 1).flatMap(({ cells }) => cells);
  return { headings, head: head.join(' '), columns: found.columns, lines };
}

/** Without a heading that is recognised, the widest line counts as the headings. */
function scoreHead<Column extends string>({ line, cells }: TableLine, layout: Layout<Column>) {
  const columns = recogniseColumns(cells, layout.patterns);
  const width = cells.filter(Boolean).length;
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
  const columns: Columns<Column> = {};
  for (const [column, pattern] of patterns) {
    if (columns[column] !== undefined) continue;
    const at = headings.findIndex((heading, index) => !taken.has(index) && pattern.test(heading));
    if (at === -1) continue;
    taken.add(at);
    columns[column] = at;
  }
  return columns;
}

function parseLines(text: string, { delimiter, to }: { delimiter: string; to?: number }): TableLine[] {
  const options = {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(to && { to }),
  } satisfies Options;
  let parsed: unknown;
  try {
    parsed = parse(text, options);
  } catch {
    // A quote that is never closed would swallow the rest
    parsed = parse(text, { ...options, quote: null });
  }
  const records = parsed as { info: { lines: number }; record: string[] }[];
  return records.map(({ record }, at) => ({
    line: (records[at - 1]?.info.lines ?? 0) + 1,
    cells: record.map(cleanCell),
  }));
}

/** Letters of a cell that are read. A longer one is no name, amount or reason, and would keep patterns busy. */
const CELL_LENGTH = 500;

/** One line, without invisible characters. A spreadsheet keeps digits as text by an apostrophe or `="…"`. */
const cleanCell = (cell: string): string =>
  removeInvisible(cell.slice(0, CELL_LENGTH).toWellFormed())
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '');

/** Whole UGX, negative for what went out: `-5000`, `(5,000)`, `5,000 DR`, `5000D`. A text says why it is none. */
export function readAmount(cell: string): number | string {
  const plain = plainDigits(cell)
    .replace(/(?:ugx|ushs?|shs?)\.?|\/[=-]+/gi, '')
    .trim();
  const sign = /([cd])r?\.?$/i.exec(plain);
  const signed = plain.slice(0, sign?.index).trim();
  const isOut = sign?.[1]?.toLowerCase() === 'd' || /^[-\u2212(]|[-\u2212)]$/.test(signed);
  const bare = signed.replace(/^[-\u2212+(]+|[-\u2212)]+$/g, '').trim();
  const [, whole, cents] = /^(\d+|\d{1,3}(?:[., '’]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(bare) ?? [];
  if (!whole) return `the amount ${cell} is not a number`;
  if (Number(cents)) return `the amount ${cell} is not in whole shillings`;
  const amount = Number(whole.replace(/\D/g, ''));
  return isOut ? -amount : amount;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Which of two numbers of a day is the month. `mixed`: some lines have it first, others second. */
export type MonthPlace = 'first' | 'second' | 'mixed';

const twoNumbers = /^(\d{1,2})[-/. ]+(\d{1,2})[-/., ]+(?:\d{4}|\d\d)(?!\d)/;

/** Cells that can be read in one way decide about all of them. */
export function placeMonth(cells: readonly string[]): MonthPlace {
  const found = cells.flatMap((cell) => {
    const [, one, other] = twoNumbers.exec(plainDigits(cell))?.map(Number) ?? [];
    if (!one || !other || Math.max(one, other) > 31 || Math.min(one, other) > 12) return [];
    return one > 12 ? 'second' : other > 12 ? 'first' : [];
  });
  if (!found.includes('first')) return 'second';
  return found.includes('second') ? 'mixed' : 'first';
}

/** `yyyy-mm-dd` of a day with or without a time. Null for what is none, or could be two days. */
export function readDay(cell: string, monthPlace: MonthPlace = 'second'): string | null {
  const plain = plainDigits(cell);
  const instant = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(plain) ? new Date(plain) : null;
  if (instant) return Number.isNaN(instant.getTime()) ? null : kampalaDay(instant);
  const [, year, second, third] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(plain) ?? [];
  if (year) return toDay(year, second, third);
  const words = plain.replace(/^([a-z]{3,9})[. ]+(\d{1,2})(?=[, ])/i, '$2 $1');
  const [, first = '', named, other = '', last] =
    /^(\d{1,2})[-/. ]+(?:([a-z]{3})[a-z]*|(\d{1,2}))[-/., ]+(\d{4}|\d\d)(?!\d)/i.exec(words) ?? [];
  const whole = last?.length === 2 ? `20${last}` : last;
  if (named) return toDay(whole, String(months.indexOf(named.toLowerCase()) + 1), first);
  const both = [toDay(whole, other, first), toDay(whole, first, other)] as const;
  if (monthPlace === 'mixed') return both[0] && both[1] && both[0] !== both[1] ? null : (both[0] ?? both[1]);
  return monthPlace === 'first' ? both[1] : both[0];
}

function toDay(year = '', month = '', day = ''): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}
