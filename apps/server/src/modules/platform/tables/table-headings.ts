import { isDeepStrictEqual } from 'node:util';
import { FileRefusal } from '../../../background/file-refusal.ts';
import type { ChosenColumns, ColumnLayout, FieldColumns, Table } from './table.ts';

/** Returns the heading in lower case, without punctuation. */
export const toPlainHeading = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (?:required|optional|mandatory)$/, '');

/** This many lines are compared when several headings fit a field equally well. */
const MAX_JUDGED_LINES = 200;

/**
 * Finds the column of each field. Of several fitting headings it takes the column whose cells fit best, or else the
 * first one.
 */
export function recogniseColumns<Field extends string>(
  cells: readonly string[],
  { patterns, judgeCell, refine }: ColumnLayout<Field>,
  lines: readonly { cells: readonly string[] }[] = [],
) {
  const plainCellHeadings = cells.map(toPlainHeading);
  const takenColumns = new Set<number>();
  const recognisedColumns: FieldColumns<Field> = {};
  const scoreColumn = (field: Field, at: number) =>
    lines
      .slice(0, MAX_JUDGED_LINES)
      .reduce((sum, line) => sum + (judgeCell?.(field, line.cells[at] ?? '') ?? 0), 0);
  for (const [field, pattern] of patterns) {
    if (recognisedColumns[field] !== undefined) continue;
    const fittingColumns = plainCellHeadings.flatMap((heading, at) =>
      !takenColumns.has(at) && pattern.test(heading) ? at : [],
    );
    const columnScores = fittingColumns.map((at) => (fittingColumns.length > 1 ? scoreColumn(field, at) : 0));
    const bestColumn = fittingColumns[columnScores.indexOf(Math.max(...columnScores))];
    if (bestColumn === undefined) continue;
    takenColumns.add(bestColumn);
    recognisedColumns[field] = bestColumn;
  }
  return refine ? refine(recognisedColumns, plainCellHeadings) : recognisedColumns;
}

/** Returns the position of each heading among the others. Null when the two lists differ in more than the order. */
export function matchHeadings(headings: readonly string[], others: readonly string[]): number[] | null {
  const [own, theirs] = [headings, others].map((list) => {
    const plainHeadings = list.map(toPlainHeading);
    return plainHeadings.slice(0, plainHeadings.findLastIndex(Boolean) + 1);
  });
  if (isDeepStrictEqual(own, theirs)) return headings.map((_heading, at) => at);
  // Equal headings within a list can only be told apart by their order, so such lists must match exactly
  if (!own || !theirs || own.length !== theirs.length || new Set(own).size < own.length) return null;
  const headingPositions = own.map((heading) => theirs.indexOf(heading));
  return headingPositions.includes(-1) ? null : headingPositions;
}

/** Names by which a person chooses a column: "Amount", "Amount (2)", "Column 3". */
export function labelHeadings(headings: readonly string[]): string[] {
  const uniqueLabels: string[] = [];
  for (const [at, heading] of headings.entries()) {
    const headingOrNumber = heading || `Column ${at + 1}`;
    let uniqueLabel = headingOrNumber;
    for (let labelNumber = 2; uniqueLabels.includes(uniqueLabel); labelNumber += 1)
      uniqueLabel = `${headingOrNumber} (${labelNumber})`;
    uniqueLabels.push(uniqueLabel);
  }
  return uniqueLabels;
}

export function chooseColumns<Field extends string>(
  recognised: FieldColumns<Field>,
  wanted: ChosenColumns<Field>,
  labels: readonly string[],
): FieldColumns<Field> {
  const columns = { ...recognised };
  for (const [field, label] of Object.entries(wanted ?? {}) as [Field, string | null | undefined][]) {
    if (label === undefined) continue;
    delete columns[field];
    if (label === null) continue;
    const columnIndex = labels.indexOf(label);
    if (columnIndex === -1) throw new FileRefusal(`There is no column ${label}. Look at the preview again.`);
    columns[field] = columnIndex;
  }
  return columns;
}

/** The heading of each field that is read. */
export const listFieldHeadings = <Field extends string>(
  fields: readonly Field[],
  { headings, columns }: Pick<Table<Field>, 'headings' | 'columns'>,
) => {
  const fieldHeadings = fields.map((field) => [field, headings[columns[field] ?? -1] ?? null] as const);
  return Object.fromEntries(fieldHeadings) as Record<Field, string | null>;
};
