// A pasted text, a CSV or a spreadsheet of others comes in. A table goes out: headings, the column of each field and
// lines of cells, each with its place in the file. Nothing of the file is read in the main thread, guessed about money or
// people, or stored.
import type { TableInput } from '@institute/contract';

export interface TableLine {
  /** Number of the line in the text, from 1. When one sheet is read, the row of that sheet. */
  line: number;
  /** "Nov 2026, row 3" when several sheets are read. */
  place: string | null;
  cells: string[];
}

/** A sheet of a workbook. What is not read is named. */
interface SheetUse {
  name: string;
  isHidden: boolean;
  isRead: boolean;
  /** Number of lines without the headings. 0 for a hidden sheet. */
  lines: number;
}

/** The place of each field's column. */
export type Columns<Field extends string> = { [One in Field]?: number | undefined };

/** The heading that the office has chosen for a field. Null reads none. The others are recognised. */
export type ChosenColumns<Field extends string> = TableInput<Field>['columns'];

export interface Table<Field extends string> {
  /** Each has a name of its own: "Amount", "Amount (2)", "Column 3". */
  headings: string[];
  /** The lines above the headings, and the headings. */
  head: string;
  columns: Columns<Field>;
  lines: TableLine[];
  /** The sheets of a workbook, none for other texts. When no sheet `isRead`, the office chooses one. */
  sheets: SheetUse[];
}

/** How an import recognises its columns. */
export interface Layout<Field extends string> {
  /** They match headings in lower case, without signs. The first pattern that a free heading matches wins. */
  patterns: readonly (readonly [Field, Pick<RegExp, 'test'>])[];
  /** How well a cell fits a field whose heading stands above several columns. */
  judgeCell?(field: Field, cell: string): number;
  /** Corrects the columns by all headings together. */
  refine?(columns: Columns<Field>, headings: readonly string[]): Columns<Field>;
  isComplete(columns: Columns<Field>): boolean;
}
