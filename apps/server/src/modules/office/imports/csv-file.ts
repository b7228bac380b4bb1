import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { contentResources } from '@institute/contract';
import type { ImportKind } from '@institute/contract/imports.constants';
import type { Instalment } from '@institute/contract/instalments.constants';
import { kampalaInstant } from '@institute/contract/time';
import { CsvError, parse } from 'csv-parse';
import { refuseFile } from './wordpress-file.ts';

export type CsvKind = Exclude<ImportKind, 'wordpress'>;
export interface CsvRow {
  line: number;
  fields: Record<string, unknown>;
}

const HEAD_BYTES = 10_000;
const MOST_CHARACTERS = 500_000;

const toPlain = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, '');

/** Reads the columns of the product's own exports, in any order. `updatedAt` stays as the export wrote it. */
export async function* readCsv(kind: CsvKind, file: string): AsyncGenerator<CsvRow> {
  const example: Record<string, unknown> = contentResources[kind].example;
  const fields = new Map([...Object.keys(example), 'updatedAt'].map((field) => [toPlain(field), field]));
  const parser = createReadStream(file, 'utf8').pipe(
    parse({
      delimiter: await findDelimiter(file),
      columns: (headings: string[]) => {
        const columns = headings.map((heading) => fields.get(toPlain(heading)));
        if (columns.includes('name')) return columns.map((field) => field ?? false);
        throw refuseFile(
          `The first line names the columns of the export: ${Object.keys(example).join(', ')}`,
        );
      },
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MOST_CHARACTERS,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      const cells = Object.entries(record).filter(([, cell]) => cell !== '');
      if (cells.some(([, cell]) => cell.includes('\ufffd')))
        throw refuseFile('Letters of this file cannot be read. Save it as “CSV UTF-8”.');
      const read = cells.map(([field, cell]) => [field, readCell(field, cell, example[field])]);
      yield { line: info.lines, fields: Object.fromEntries(read) };
    }
  } catch (error) {
    throw error instanceof CsvError ? refuseFile(`This is no CSV: ${error.message}`) : error;
  }
}

/** Spreadsheets of some countries write semicolons. */
async function findDelimiter(file: string): Promise<string> {
  const [head = ''] = (await text(createReadStream(file, { end: HEAD_BYTES }))).split('\n');
  const countSigns = (sign: string) => head.split(sign).length;
  return [';', '\t'].reduce((most, sign) => (countSigns(sign) > countSigns(most) ? sign : most), ',');
}

function readCell(field: string, cell: string, example: unknown): unknown {
  const plain = cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');
  if (field === 'updatedAt') return cell;
  if (typeof example === 'number') return Number(plain.replaceAll(',', ''));
  if (typeof example === 'boolean') return /^(?:yes|true|1)$/i.test(plain);
  if (field === 'instalments') return readInstalments(plain);
  if (Array.isArray(example)) return plain.split(';').map((item) => item.trim());
  const isTime = field.endsWith('At') && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(plain);
  return isTime ? kampalaInstant(plain.replace(' ', 'T')) : plain;
}

const instalment =
  /^(.+): UGX ([\d,]+), (?:on acceptance|at the start|(\d+) days? (before|after) the start)$/;

/** The opposite of `instalmentText`. Null when it is not written so. */
function readInstalments(cell: string): Instalment[] | null {
  const read = cell.split(/;\s+(?=[^;]*: UGX )/).map((one) => {
    const [, label = '', amount, days, side] = instalment.exec(one) ?? [];
    if (!amount) return null;
    const dueDays = one.endsWith('on acceptance') ? null : Number(days ?? 0) * (side === 'before' ? -1 : 1);
    return { label, amount: Number(amount.replaceAll(',', '')), dueDays };
  });
  return read.includes(null) ? null : read.filter((one) => one !== null);
}
