import type { PeopleInput, StatementInput } from '@institute/contract';
import {
  importLimits,
  type PeopleColumn,
  peopleColumns,
  type StatementColumn,
  statementColumns,
} from '@institute/contract/fees.constants';
import * as z from 'zod';
import { type FileReader, readWhole } from '../../../../background/read-in-worker.ts';
import type { Ctx } from '../../../../context.ts';
import type { TableInput } from './pasted-table.reader.ts';
import type { PastedTable } from './table-layouts.ts';

type Reader = Pick<Ctx, 'changes'>;

const cells = z.array(z.string()).max(importLimits.columns);

const makeTableReader = <Column extends string>(columns: readonly Column[]) =>
  ({
    module: new URL('./pasted-table.reader.ts', import.meta.url),
    result: z.object({
      headings: cells,
      head: z.string(),
      columns: z.partialRecord(z.enum(columns), z.int()),
      lines: z
        .array(z.object({ line: z.int(), place: z.string().nullable(), cells }))
        .max(importLimits.lines),
      sheets: z.array(
        z.object({ name: z.string(), isHidden: z.boolean(), isRead: z.boolean(), lines: z.int() }),
      ),
    }),
    path: 'text',
    advice: 'Ask for fewer days, or import the lines in parts.',
    timeoutMs: 20_000,
    heapMb: 96,
  }) satisfies FileReader<unknown>;

const statementReader = makeTableReader(statementColumns);
const peopleReader = makeTableReader(peopleColumns);

const readTable = <Column extends string>(
  ctx: Reader,
  reader: FileReader<PastedTable<Column>>,
  input: TableInput,
): Promise<PastedTable<Column>> => readWhole(ctx, reader, input);

export const readStatementTable = (
  ctx: Reader,
  { text, columns, sheets }: StatementInput,
): Promise<PastedTable<StatementColumn>> =>
  readTable(ctx, statementReader, { text, columns, sheets, layout: 'statement' });

export const readPeopleTable = (
  ctx: Reader,
  { text, columns, sheets }: PeopleInput,
): Promise<PastedTable<PeopleColumn>> =>
  readTable(ctx, peopleReader, { text, columns, sheets, layout: 'people' });
