import { hash } from 'node:crypto';
import type { TableInput } from '@institute/contract';
import { tableLimits } from '@institute/contract/tables.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Table } from './table.ts';
import { listFieldHeadings } from './table-headings.ts';

const cellsSchema = z.array(z.string()).max(tableLimits.columns);

/**
 * Reads the tables of an import in a worker. `module`: the import's own `.reader.ts`, which knows its layouts by name.
 */
export function makeTableReader<Field extends string>(
  module: URL,
  { layout, fields }: { layout: string; fields: readonly Field[] },
) {
  const tableReader: FileReader<Table<Field>> = {
    module,
    result: z.object({
      headings: cellsSchema,
      head: z.string(),
      columns: z.partialRecord(z.enum(fields), z.int()),
      lines: z
        .array(z.object({ line: z.int(), place: z.string().nullable(), cells: cellsSchema }))
        .max(tableLimits.lines),
      sheets: z.array(
        z.object({ name: z.string(), isHidden: z.boolean(), isRead: z.boolean(), lines: z.int() }),
      ),
    }),
    path: 'text',
    advice: 'Ask for fewer days, or import the lines in parts.',
    timeoutMs: 20_000,
    heapMb: 96,
  };
  return (ctx: Pick<Ctx, 'changes'>, { text, columns, sheets }: TableInput<Field>): Promise<Table<Field>> =>
    readSingleResult(ctx, tableReader, { text, columns, sheets, layout });
}

/**
 * Describes a table for the preview. `missing` lists needed fields without a column. No line is read while a needed
 * column is missing or no sheet is chosen.
 */
export function describeTable<Field extends string, Missing extends Field>(
  table: Table<Field>,
  fields: readonly Field[],
  missing: readonly Missing[],
) {
  const { headings, sheets } = table;
  const isSheetChosen = sheets.length === 0 || sheets.some(({ isRead }) => isRead);
  const fieldHeadings = listFieldHeadings(fields, table);
  return {
    isReadable: isSheetChosen && missing.length === 0,
    description: { headings, from: fieldHeadings, missing: isSheetChosen ? missing : [], sheets },
  };
}

/**
 * The hash depends on the order of keys, so objects must have the declared order, not the order in which they were
 * sent.
 */
export const hashPlan = (content: unknown): string => hash('sha256', JSON.stringify(content));

export const changedSinceError = (): AppError =>
  new AppError('CONFLICT', 'The list has changed since the preview. Look again.');
