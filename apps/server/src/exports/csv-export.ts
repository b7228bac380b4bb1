import type { EntityType } from '@institute/contract';
import { formatPhone } from '@institute/contract/phone';
import type { Need } from '@institute/contract/rights.constants';
import { formatSheetTime } from '@institute/contract/time';
import type * as z from 'zod';
import type { AccountActor } from '../context/actor.ts';
import { refuseWithoutRight } from '../context/rights.ts';
import type { Ctx } from '../context.ts';
import type { BatchRange } from '../database/page.ts';
import type { TicketedExport } from './ticket.ts';

const ROWS_IN_BATCH = 500;
/**
 * Size of the first batch, which is small so that the download begins at once. Each batch is twice as large as the
 * one before.
 */
const FIRST_BATCH_SIZE = 50;

export type CsvCell = string | number | null;

export interface ExportColumn<Row> {
  heading: string;
  /** Returns the value of the cell. A time is written as the time in Kampala. */
  cell(row: Row): CsvCell | Date | undefined;
  /** True for a phone number, which is written in groups of digits, so that spreadsheets keep it as text. */
  isPhone?: boolean;
}

interface ExportDeclaration<Row, Input, Given> {
  name: string;
  entityType: EntityType;
  input: z.ZodType<Input, Given>;
  need: Need;
  /** Throws when the account may not take this export with this input. */
  admit?(actor: AccountActor, input: Input): void;
  /** True when the export lists people, so that the password must have been typed. */
  needsPassword?: boolean;
  /** Text for the activity log. It names the data, never persons. */
  description(input: Input): string;
  /** May ask the database, when the columns depend on what the office has declared. */
  columns(input: Input, ctx: Ctx): ExportColumn<Row>[] | Promise<ExportColumn<Row>[]>;
  /** Yields batches of rows in the order of the file. `makeIdPager` reads tables with ids. */
  batches(ctx: Ctx, input: Input): AsyncIterable<Row[]>;
  keeps?(row: Row, input: Input): boolean;
  /** Runs before each batch is sent. An error ends the download. */
  beforeSending?(ctx: Ctx, input: Input, sent: { rows: Row[]; activity: number }): Promise<void>;
}

interface StartedExport {
  description: string;
  headings: string[];
  /** Yields the rows. `activity` is the id of the export's entry in the activity log. */
  rows(activity: number): AsyncIterable<CsvCell[]>;
}

export interface CsvExport<Input = unknown, Given = unknown> extends TicketedExport<Input, Given> {
  entityType: EntityType;
  start(ctx: Ctx & { actor: AccountActor }, input: unknown): Promise<StartedExport>;
}

/** Reads one page of rows, those with the highest ids first. */
type ReadPageOfRows<Row, Input> = (ctx: Ctx, input: Input, range: BatchRange) => Promise<Row[]>;

export const makeIdPager = <Row extends { id: number }, Input>(readPage: ReadPageOfRows<Row, Input>) =>
  async function* readPages(ctx: Ctx, input: Input): AsyncGenerator<Row[]> {
    let lastReadRowId: number | undefined;
    for (let batchLimit = FIRST_BATCH_SIZE; ; batchLimit = Math.min(2 * batchLimit, ROWS_IN_BATCH)) {
      const rowsOfBatch = await readPage(ctx, input, { before: lastReadRowId, limit: batchLimit });
      yield rowsOfBatch;
      if (rowsOfBatch.length < batchLimit) return;
      lastReadRowId = rowsOfBatch.at(-1)?.id;
    }
  };

export const declareCsvExport = <Row, Input, Given>({
  name,
  entityType,
  need,
  ...kind
}: ExportDeclaration<Row, Input, Given>): CsvExport<Input, Given> => ({
  name,
  entityType,
  need,
  input: kind.input,
  admit: (actor, given) => kind.admit?.(actor, kind.input.parse(given)),
  needsPassword: kind.needsPassword ?? false,
  start: async (ctx, given) => {
    const checkedInput = kind.input.parse(given);
    // The account may have lost the right after the ticket was made
    refuseWithoutRight(ctx, need);
    kind.admit?.(ctx.actor, checkedInput);
    const exportColumns = await kind.columns(checkedInput, ctx);

    async function* readCsvRows(activity: number) {
      for await (const rows of kind.batches(ctx, checkedInput)) {
        await kind.beforeSending?.(ctx, checkedInput, { rows, activity });
        const exportedRows = rows.filter((row) => kind.keeps?.(row, checkedInput) ?? true);
        for (const exportedRow of exportedRows)
          yield exportColumns.map((column) => toCell(column, exportedRow));
      }
    }
    return {
      description: kind.description(checkedInput),
      headings: exportColumns.map(({ heading }) => heading),
      rows: readCsvRows,
    };
  },
});

function toCell<Row>({ cell, isPhone }: ExportColumn<Row>, row: Row): CsvCell {
  const cellValue = cell(row);
  if (cellValue instanceof Date) return formatSheetTime(cellValue.toISOString());
  if (typeof cellValue !== 'string') return cellValue ?? null;
  return isPhone ? formatPhone(cellValue) : escapeFormula(cellValue);
}

/** Marks formulas as text, because formulas that visitors typed must not run in the office's spreadsheet. */
const escapeFormula = (text: string) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);
