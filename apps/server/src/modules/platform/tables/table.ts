// Reads tables from elsewhere: a pasted text, a CSV or a spreadsheet becomes a table with headings, the column of
// each field, and lines of cells, each with its place in the file. Files are never read in the main thread. Nothing
// is stored here, or guessed about money or people.
import type { TableInput } from '@institute/contract';

export interface TableLine {
  /** Number of the line in the text, from 1. When one sheet is read, the row of that sheet. */
  line: number;
  /** Sheet and row when several sheets are read, such as "Nov 2026, row 3". Otherwise null. */
  place: string | null;
  cells: string[];
}

/** A sheet of a workbook. Sheets that are not read are listed too. */
interface SheetSummary {
  name: string;
  isHidden: boolean;
  isRead: boolean;
  /** Number of lines without the headings. 0 for a hidden sheet. */
  lines: number;
}

/** Index of the column of each field. */
export type FieldColumns<Field extends string> = { [One in Field]?: number | undefined };

/**
 * Heading that the office has chosen for each field. Null means that the field is not read. Fields that are left out
 * are recognised automatically.
 */
export type ChosenColumns<Field extends string> = TableInput<Field>['columns'];

export interface Table<Field extends string> {
  /** Unique headings: "Amount", "Amount (2)", "Column 3". */
  headings: string[];
  /** The lines above the headings, and the headings. */
  head: string;
  columns: FieldColumns<Field>;
  lines: TableLine[];
  /** The sheets of a workbook, none for other texts. When no sheet `isRead`, the office chooses one. */
  sheets: SheetSummary[];
}

/** How an import recognises its columns. */
export interface ColumnLayout<Field extends string> {
  /** Patterns for headings in lower case without punctuation. For each field the first matching pattern wins. */
  patterns: readonly (readonly [Field, Pick<RegExp, 'test'>])[];
  /** Scores how well a cell fits a field. Used when several columns have a fitting heading. */
  judgeCell?(field: Field, cell: string): number;
  /** Corrects the columns by all headings together. */
  refine?(columns: FieldColumns<Field>, headings: readonly string[]): FieldColumns<Field>;
  isComplete(columns: FieldColumns<Field>): boolean;
}
