import type { EntityType } from '@institute/contract';
import type * as z from 'zod';
import type { Ctx } from '../context.ts';

const BATCH = 500;

export type Cell = string | number | null;

/** One column of the file: its heading and its value. */
export interface ExportColumn<Row> {
  heading: string;
  cell(row: Row): Cell;
}

/** Declaration of one export. Exports share everything else. */
interface ExportKind<Row extends { id: number }, Input, Given> {
  /** Used in the URL and in the file's name. */
  name: string;
  entityType: EntityType;
  /** Filter of the export, as the dashboard sends it. */
  input: z.ZodType<Input, Given>;
  /** For the activity log. Names the data, never persons. */
  description(input: Input): string;
  columns(input: Input): ExportColumn<Row>[];
  /** At most `limit` rows with ids below `before` (when given), highest id first. */
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
