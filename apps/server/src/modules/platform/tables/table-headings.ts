import { isDeepStrictEqual } from 'node:util';
import { FileRefusal } from '../../../background/file-refusal.ts';
import type { ChosenColumns, Columns, Layout, Table } from './table.ts';

/** In lower case, without signs. */
export const toPlainHeading = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (?:required|optional|mandatory)$/, '');

/** Lines whose cells decide between headings that fit alike. */
const JUDGED_LINES = 200;

/** Of several headings that fit a field alike the one whose cells fit best, or else the first. */
export function recogniseColumns<Field extends string>(
  cells: readonly string[],
  { patterns, judgeCell, refine }: Layout<Field>,
  lines: readonly { cells: readonly string[] }[] = [],
) {
  const headings = cells.map(toPlainHeading);
  const takenColumns = new Set<number>();
  const columns: Columns<Field> = {};
  const judgeColumn = (field: Field, at: number) =>
    lines
      .slice(0, JUDGED_LINES)
      .reduce((sum, line) => sum + (judgeCell?.(field, line.cells[at] ?? '') ?? 0), 0);
  for (const [field, pattern] of patterns) {
    if (columns[field] !== undefined) continue;
    const fitting = headings.flatMap((heading, at) =>
      !takenColumns.has(at) && pattern.test(heading) ? at : [],
    );
    const fits = fitting.map((at) => (fitting.length > 1 ? judgeColumn(field, at) : 0));
    const best = fitting[fits.indexOf(Math.max(...fits))];
    if (best === undefined) continue;
    takenColumns.add(best);
    columns[field] = best;
  }
  return refine ? refine(columns, headings) : columns;
}

/** For each of these headings its place among the others. Null when they are not the same ones. */
export function matchHeadings(headings: readonly string[], others: readonly string[]): number[] | null {
  const [own, theirs] = [headings, others].map((list) => {
    const plain = list.map(toPlainHeading);
    return plain.slice(0, plain.findLastIndex(Boolean) + 1);
  });
  if (isDeepStrictEqual(own, theirs)) return headings.map((_heading, at) => at);
  // Only their order distinguishes equal headings
  if (!own || !theirs || own.length !== theirs.length || new Set(own).size < own.length) return null;
  const order = own.map((heading) => theirs.indexOf(heading));
  return order.includes(-1) ? null : order;
}

/** Names by which a person chooses a column: "Amount", "Amount (2)", "Column 3". */
export function labelHeadings(headings: readonly string[]): string[] {
  const labels: string[] = [];
  for (const [at, heading] of headings.entries()) {
    const name = heading || `Column ${at + 1}`;
    let label = name;
    for (let count = 2; labels.includes(label); count += 1) label = `${name} (${count})`;
    labels.push(label);
  }
  return labels;
}

export function placeColumns<Field extends string>(
  recognised: Columns<Field>,
  wanted: ChosenColumns<Field>,
  labels: readonly string[],
): Columns<Field> {
  const columns = { ...recognised };
  for (const [field, label] of Object.entries(wanted ?? {}) as [Field, string | null | undefined][]) {
    if (label === undefined) continue;
    delete columns[field];
    if (label === null) continue;
    const at = labels.indexOf(label);
    if (at === -1) throw new FileRefusal(`There is no column ${label}. Look at the preview again.`);
    columns[field] = at;
  }
  return columns;
}

/** The heading of each field that is read. */
export const listSources = <Field extends string>(
  fields: readonly Field[],
  { headings, columns }: Pick<Table<Field>, 'headings' | 'columns'>,
) => {
  const sources = fields.map((field) => [field, headings[columns[field] ?? -1] ?? null] as const);
  return Object.fromEntries(sources) as Record<Field, string | null>;
};
