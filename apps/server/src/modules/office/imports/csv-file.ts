import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { contentResources } from '@institute/contract';
import type { ImportKind } from '@institute/contract/imports.constants';
import type { Instalment } from '@institute/contract/instalments.constants';
import { kampalaInstant } from '@institute/contract/time';
import { parse } from 'csv-parse';
import { refuseFile } from './wordpress-file.ts';

export type CsvKind = Exclude<ImportKind, 'wordpress'>;
export interface CsvRow {
  line: number;
  fields: Record<string, unknown>;
  /** As the export wrote it. */
  updatedAt: string | undefined;
}

const HEAD_BYTES = 10_000;
const MOST_CHARACTERS = 500_000;

const toPlain = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, '');

/** Reads the columns of the product's own exports, in any order. */
export async function* readCsv(kind: CsvKind, file: string): AsyncGenerator<CsvRow> {
  const example: Record<string, unknown> = contentResources[kind].example;
  const fields = new Map(Object.keys(example).map((field) => [toPlain(field), field]));
  const parser = createReadStream(file, 'utf8').pipe(
    parse({
      delimiter: await findDelimiter(file),
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MOST_CHARACTERS,
    }),
  );
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (record.some((cell) => cell.includes('\ufffd'))) {
        throw refuseFile('Letters of this file cannot be read. Save it as “CSV UTF-8”.');
      }
      if (!columns) {
        columns = record.map(toPlain);
        if (!columns.includes('name')) {
          throw refuseFile(
            `The first line names the columns of the export: ${Object.keys(example).join(', ')}`,
          );
        }
        continue;
      }
      const cells = new Map(columns.map((column, at) => [column, record[at]?.trim() ?? '']));
      const read = [...fields].flatMap(([column, field]) => {
        const cell = cells.get(column);
        return cell ? [[field, readCell(field, cell, example[field])]] : [];
      });
      yield { line: info.lines, fields: Object.fromEntries(read), updatedAt: cells.get('updatedat') };
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'CsvError'
      ? refuseFile(`This is no CSV: ${error.message}`)
      : error;
  }
}

/** Spreadsheets of some countries write semicolons. */
async function findDelimiter(file: string): Promise<string> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES);
  await handle.close();
  const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

function readCell(field: string, cell: string, example: unknown): unknown {
  const plain = cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');
  if (typeof example === 'number') return Number(plain.replaceAll(',', ''));
  if (typeof example === 'boolean') return /^(?:yes|true|1)$/i.test(plain);
  if (field === 'instalments') return readInstalments(plain);
  if (Array.isArray(example)) return plain.split(';').map((item) => item.trim());
  if (field.endsWith('At'))
    return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(plain) ? kampalaInstant(plain.replace(' ', 'T')) : plain;
  return plain;
}

const instalment =
  /^(.+): UGX ([\d,]+), (?:on acceptance|at the start|(\d+) days? (before|after) the start)$/;

/** The opposite of `instalmentText`. Null when it is not written so. */
function readInstalments(cell: string): Instalment[] | null {
  const read = cell.split(/;\s+(?=[^;]*: UGX )/).map((text) => {
    const [, label = '', amount, days, side] = instalment.exec(text) ?? [];
    if (!amount) return null;
    const dueDays = text.endsWith('on acceptance') ? null : Number(days ?? 0) * (side === 'before' ? -1 : 1);
    return { label, amount: Number(amount.replaceAll(',', '')), dueDays };
  });
  return read.includes(null) ? null : read.filter((one) => one !== null);
}
