import { pipeline } from 'node:stream';
import { siteImportLimits } from '@institute/contract/imports.constants';
import type { Instalment } from '@institute/contract/instalments.constants';
import { currencies, formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { tableLimits } from '@institute/contract/tables.constants';
import { fromLocalTime } from '@institute/contract/time';
import { CsvError, parse } from 'csv-parse';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { toColumnHeading } from '../../../exports/column-heading.ts';
import { findHead, parseLines } from '../../platform/tables/table.reader.ts';
import type { ColumnLayout } from '../../platform/tables/table.ts';
import { recogniseColumns, toPlainHeading } from '../../platform/tables/table-headings.ts';
import {
  findFileEncoding,
  readTextChunks,
  UNREADABLE_LETTERS,
} from '../../platform/tables/text-file.reader.ts';

export interface CsvInput {
  file: string;
  /** An item of this kind. Its values show the type of each column. */
  example: Record<string, unknown>;
}

const HEAD_LENGTH = 10_000;
const MAX_LINE_LENGTH = 500_000;

const removeSpaces = (heading: string): string => heading.replaceAll(' ', '');

/** An export names its columns after the fields. */
const makeColumnLayout = (fields: readonly string[]): ColumnLayout<string> => ({
  patterns: fields.map((field) => {
    const comparableHeading = removeSpaces(toPlainHeading(field));
    return [field, { test: (heading) => removeSpaces(heading) === comparableHeading }];
  }),
  isComplete: ({ name }) => name !== undefined,
});

/** Reads the columns of the product's own exports, in any order. `updatedAt` stays as the export wrote it. */
async function* readCsv({ file, example }: CsvInput) {
  let rowCount = 0;
  const knownFieldNames = [...Object.keys(example), 'updatedAt'];
  const columnLayout = makeColumnLayout(knownFieldNames);
  const encoding = await findFileEncoding(file);
  const parser = pipeline(
    refuseLongLines(readTextChunks(file, encoding)),
    parse({
      delimiter: await findDelimiter(readTextChunks(file, encoding), columnLayout),
      columns: (headings: string[]) => {
        const fieldColumns = recogniseColumns(headings, columnLayout);
        if (columnLayout.isComplete(fieldColumns))
          return headings.map(
            (_heading, at) => knownFieldNames.find((field) => fieldColumns[field] === at) ?? false,
          );
        throw new FileRefusal(
          `The first line names the columns of the export: ${Object.keys(example).map(toColumnHeading).join(', ')}`,
        );
      },
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_LINE_LENGTH,
    }),
    // The error reaches the loop below, so this callback ignores it
    () => {},
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      const filledCells = Object.entries(record).filter(([, cell]) => cell !== '');
      rowCount += 1;
      refuseRow(filledCells, { line: info.lines, rows: rowCount });
      const fieldEntries = filledCells.map(([field, cell]) => [field, readCell(field, cell, example[field])]);
      yield { line: info.lines, fields: Object.fromEntries(fieldEntries) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileRefusal(`This is no CSV: ${error.message}`) : error;
  }
}

/** The CSV parser limits the letters of a line, but not its commas. A line of commas alone would fill the memory. */
async function* refuseLongLines(textChunks: AsyncIterable<string>) {
  let lineLength = 0;
  for await (const textChunk of textChunks) {
    const lastLineBreak = textChunk.lastIndexOf('\n');
    lineLength = lastLineBreak === -1 ? lineLength + textChunk.length : textChunk.length - lastLineBreak - 1;
    if (lineLength > MAX_LINE_LENGTH) {
      const lineTooLongText = `A line of this file has more than ${formatNumber(MAX_LINE_LENGTH)} letters`;
      throw new FileRefusal(`${lineTooLongText}. Shorten its texts.`);
    }
    yield textChunk;
  }
}

const { items: mostRows, textCharacters } = siteImportLimits;

function refuseRow(cells: [string, string][], { line, rows }: { line: number; rows: number }): void {
  if (cells.some(([, cell]) => cell.includes('\ufffd'))) throw new FileRefusal(UNREADABLE_LETTERS);
  if (rows > mostRows) {
    throw new FileRefusal(`This file has more than ${formatNumber(mostRows)} lines. Import it in parts.`);
  }
  if (cells.some(([, cell]) => cell.length > textCharacters)) {
    const textTooLongMessage = `Line ${line} has a text of more than ${formatNumber(textCharacters)} letters`;
    throw new FileRefusal(`${textTooLongMessage}. Shorten it.`);
  }
}

/** Refuses too many columns before the file is parsed. */
async function findDelimiter(
  textChunks: AsyncIterable<string>,
  layout: ColumnLayout<string>,
): Promise<string> {
  let fileHead = '';
  for await (const textChunk of textChunks) {
    fileHead += textChunk;
    if (fileHead.length >= HEAD_LENGTH) break;
  }
  fileHead = fileHead.slice(0, HEAD_LENGTH);
  const { delimiter } = findHead(fileHead, layout);
  const [first] = parseLines(fileHead, { delimiter, to: 1 }).kept;
  if (first && first.cells.length > tableLimits.columns) {
    throw new FileRefusal(
      `Line 1 has more than ${tableLimits.columns} columns. Delete those that our own export does not have.`,
    );
  }
  return delimiter;
}

function readCell(field: string, cell: string, example: unknown): unknown {
  const plainCell = cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');
  if (field === 'updatedAt') return cell;
  if (typeof example === 'number') return Number(plainCell.replaceAll(',', ''));
  if (typeof example === 'boolean') return /^(?:yes|true|1)$/i.test(plainCell);
  if (field === 'instalments') return readInstalments(plainCell);
  if (field === 'asks') return readJson(plainCell);
  if (Array.isArray(example)) return plainCell.split(';').map((item) => item.trim());
  const isTimeCell = field.endsWith('At') && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(plainCell);
  return isTimeCell ? fromLocalTime(plainCell.replace(' ', 'T')) : plainCell;
}

/** The opposite of what an export writes. The text itself, which the contract refuses, when it is no JSON. */
function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell || '[]');
  } catch {
    return cell;
  }
}

/** As `formatInstalment` writes the currency. The sign of the dollar has a meaning in patterns. */
const symbol = currencies[place.currency].symbol.replace('$', String.raw`\$`);
const instalmentPattern = new RegExp(
  String.raw`^(.+): ${symbol} ([\d,]+), (?:on acceptance|at the start|(\d+) days? (before|after) the start)$`,
);
const instalmentSeparator = new RegExp(String.raw`;\s(?=[^;]*: ${symbol} )`);

/** Limit of letters in the cell of instalments. A longer text would keep the regular expressions busy. */
const MAX_INSTALMENTS_TEXT_LENGTH = 5000;

/** Reverses `formatInstalment`. Returns null when the cell is not in that format. */
function readInstalments(cell: string): Instalment[] | null {
  if (cell.length > MAX_INSTALMENTS_TEXT_LENGTH) return null;
  const parsedInstalments = cell.split(instalmentSeparator).map((one) => {
    const [, label = '', amount, days, side] = instalmentPattern.exec(one.trim()) ?? [];
    if (!amount) return null;
    const dueDays = one.endsWith('on acceptance') ? null : Number(days ?? 0) * (side === 'before' ? -1 : 1);
    return { label, amount: Number(amount.replaceAll(',', '')), dueDays };
  });
  return parsedInstalments.includes(null) ? null : parsedInstalments.filter((one) => one !== null);
}

export { readCsv as read };
