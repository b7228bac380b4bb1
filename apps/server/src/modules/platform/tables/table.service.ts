import { hash } from 'node:crypto';
import type { TableInput } from '@institute/contract';
import { tableLimits } from '@institute/contract/tables.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Table } from './table.ts';
import { listSources } from './table-headings.ts';

const cells = z.array(z.string()).max(tableLimits.columns);

/**
 * Reads the tables of an import in a worker. `module`: the import's own `.reader.ts`, which knows its layouts by name.
 */
export function makeTableReader<Field extends string>(
  module: URL,
  { layout, fields }: { layout: string; fields: readonly Field[] },
) {
  const reader: FileReader<Table<Field>> = {
    module,
    result: z.object({
      headings: cells,
      head: z.string(),
      columns: z.partialRecord(z.enum(fields), z.int()),
      lines: z.array(z.object({ line: z.int(), place: z.string().nullable(), cells })).max(tableLimits.lines),
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
    readSingleResult(ctx, reader, { text, columns, sheets, layout });
}

/**
 * What a preview says of a table above its lines. `missing`: fields without a column that the import needs. While there
 * are some, or no sheet is chosen, no line is read.
 */
export function describeTable<Field extends string, Missing extends Field>(
  table: Table<Field>,
  fields: readonly Field[],
  missing: readonly Missing[],
) {
  const { headings, sheets } = table;
  const isChosen = sheets.length === 0 || sheets.some(({ isRead }) => isRead);
  const sources = listSources(fields, table);
  return {
    isReadable: isChosen && missing.length === 0,
    description: { headings, from: sources, missing: isChosen ? missing : [], sheets },
  };
}

/** Keys count in their order, so objects must have theirs in the declared order, whatever was sent. */
export const hashPlan = (content: unknown): string => hash('sha256', JSON.stringify(content));

export const changedSinceError = (): AppError =>
  new AppError('CONFLICT', 'The list has changed since the preview. Look again.');
