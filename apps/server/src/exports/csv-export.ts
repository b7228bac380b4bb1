import type { EntityType } from '@institute/contract';
import type * as z from 'zod';
import type { Ctx } from '../context.ts';

const BATCH = 500;

export type Cell = string | number | null;

/** One column of the file: what stands over it, and what a row has in it. */
export interface ExportColumn<Row> {
  heading: string;
  cell(row: Row): Cell;
}

/** What a table says of itself so that it can be had as a file; the rest is shared. */
interface ExportKind<Row extends { id: number }, Input, Given> {
  /** In the address and in the file's name. */
  name: string;
  entityType: EntityType;
  /** What narrows the export, as the dashboard asks for it. */
  input: z.ZodType<Input, Given>;
  /** For the activity log: what was taken, never whom. */
  description(input: Input): string;
  columns(input: Input): ExportColumn<Row>[];
  /** At most `limit` rows by falling id, from below `before` on where it is given. */
  batch(ctx: Ctx, input: Input, range: { before: number | undefined; limit: number }): Promise<Row[]>;
}

export interface CsvExport<Input = unknown, Given = unknown>
  extends Pick<ExportKind<never, Input, Given>, 'name' | 'entityType' | 'input'> {
  start(ctx: Ctx, input: unknown): { description: string; headings: string[]; rows: AsyncIterable<Cell[]> };
}

export const csvExport = <Row extends { id: number }, Input, Given>({
  name,
  entityType,
  ...kind
}: ExportKind<Row, Input, Given>): CsvExport<Input, Given> => ({
  name,
  entityType,
  input: kind.input,
  start: (ctx, given) => {
    const input = kind.input.parse(given);
    const columns = kind.columns(input);

    async function* rows() {
      let before: number | undefined;
      while (true) {
        const batch = await kind.batch(ctx, input, { before, limit: BATCH });
        for (const row of batch) yield columns.map(({ cell }) => cell(row));
        if (batch.length < BATCH) return;
        before = batch.at(-1)?.id;
      }
    }
    return {
      description: kind.description(input),
      headings: columns.map(({ heading }) => heading),
      rows: rows(),
    };
  },
});
