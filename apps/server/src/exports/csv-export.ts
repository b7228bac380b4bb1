import type { EntityType } from '@institute/contract';
import { formatPhone } from '@institute/contract/phone';
import type { Need } from '@institute/contract/rights.constants';
import { formatSheetTime } from '@institute/contract/time';
import type * as z from 'zod';
import type { AccountActor } from '../context/actor.ts';
import { refuseUnless } from '../context/rights.ts';
import type { Ctx } from '../context.ts';
import type { BatchRange } from '../database/page.ts';

const BATCH_SIZE = 500;
/**
 * The first batch is small, so that the download begins at once. Each batch is twice as large as the one
 * before.
 */
const FIRST_BATCH_SIZE = 50;

export type Cell = string | number | null;

export interface ExportColumn<Row> {
  heading: string;
  /** A time is written as in Kampala. */
  cell(row: Row): Cell | Date | undefined;
  /** Written in groups of digits, so that spreadsheets keep it as text. */
  isPhone?: boolean;
}

interface ExportKind<Row, Input, Given> {
  name: string;
  entityType: EntityType;
  input: z.ZodType<Input, Given>;
  need: Need;
  /** Throws for accounts that may not take this export with this input. */
  admit?(actor: AccountActor, input: Input): void;
  /** True for exports of people. */
  needsPassword?: boolean;
  /** For the activity log. Names the data, never persons. */
  description(input: Input): string;
  /** May ask the database, when the columns depend on what the office has declared. */
  columns(input: Input, ctx: Ctx): ExportColumn<Row>[] | Promise<ExportColumn<Row>[]>;
  /** In the order of the file. A table with ids is read by `makeIdPager`. */
  batches(ctx: Ctx, input: Input): AsyncIterable<Row[]>;
  keeps?(row: Row, input: Input): boolean;
  /** Runs before a batch is sent. An error ends the download. */
  beforeSending?(ctx: Ctx, input: Input, sent: { rows: Row[]; activity: number }): Promise<void>;
}

interface StartedExport {
  description: string;
  headings: string[];
  /** `activity`: id of the export's entry in the activity log. */
  rows(activity: number): AsyncIterable<Cell[]>;
}

export interface CsvExport<Input = unknown, Given = unknown>
  extends Pick<ExportKind<never, Input, Given>, 'name' | 'entityType' | 'need' | 'input'> {
  admit(actor: AccountActor, input: unknown): void;
  needsPassword: boolean;
  start(ctx: Ctx & { actor: AccountActor }, input: unknown): Promise<StartedExport>;
}

/** Highest id first. */
type ReadPage<Row, Input> = (ctx: Ctx, input: Input, range: BatchRange) => Promise<Row[]>;

export const makeIdPager = <Row extends { id: number }, Input>(readPage: ReadPage<Row, Input>) =>
  async function* readPages(ctx: Ctx, input: Input): AsyncGenerator<Row[]> {
    let before: number | undefined;
    for (let limit = FIRST_BATCH_SIZE; ; limit = Math.min(2 * limit, BATCH_SIZE)) {
      const rows = await readPage(ctx, input, { before, limit });
      yield rows;
      if (rows.length < limit) return;
      before = rows.at(-1)?.id;
    }
  };

export const declareCsvExport = <Row, Input, Given>({
  name,
  entityType,
  need,
  ...kind
}: ExportKind<Row, Input, Given>): CsvExport<Input, Given> => ({
  name,
  entityType,
  need,
  input: kind.input,
  admit: (actor, given) => kind.admit?.(actor, kind.input.parse(given)),
  needsPassword: kind.needsPassword ?? false,
  start: async (ctx, given) => {
    const input = kind.input.parse(given);
    // The right may have been taken since the ticket was given
    refuseUnless(ctx, need);
    kind.admit?.(ctx.actor, input);
    const columns = await kind.columns(input, ctx);

    async function* readRows(activity: number) {
      for await (const rows of kind.batches(ctx, input)) {
        await kind.beforeSending?.(ctx, input, { rows, activity });
        const exportedRows = rows.filter((row) => kind.keeps?.(row, input) ?? true);
        for (const row of exportedRows) yield columns.map((column) => toCell(column, row));
      }
    }
    return {
      description: kind.description(input),
      headings: columns.map(({ heading }) => heading),
      rows: readRows,
    };
  },
});

function toCell<Row>({ cell, isPhone }: ExportColumn<Row>, row: Row): Cell {
  const value = cell(row);
  if (value instanceof Date) return formatSheetTime(value.toISOString());
  if (typeof value !== 'string') return value ?? null;
  return isPhone ? formatPhone(value) : escapeFormula(value);
}

/** Formulas in visitors' input must not run in the office's spreadsheet. */
const escapeFormula = (text: string) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);
