import { isDeepStrictEqual } from 'node:util';
import { FileRefusal } from '../../../../background/file-refusal.ts';
import type { Layout, PastedTable } from './table-layouts.ts';

/** Headings by field, and null for a field that is not read. The others are recognised. */
export type ChosenColumns = Record<string, string | null | undefined>;

/** In lower case, without signs. */
const toPlainHeading = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function recogniseColumns<Column extends string>(
  cells: readonly string[],
  { patterns, refine }: Layout<Column>,
) {
  const headings = cells.map(toPlainHeading);
  const takenColumns = new Set<number>();
  const columns: PastedTable<Column>['columns'] = {};
  for (const [column, pattern] of patterns) {
    if (columns[column] !== undefined) continue;
    const at = headings.findIndex((heading, index) => !takenColumns.has(index) && pattern.test(heading));
    if (at === -1) continue;
    takenColumns.add(at);
    columns[column] = at;
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

export function placeColumns<Column extends string>(
  recognised: PastedTable<Column>['columns'],
  wanted: ChosenColumns,
  labels: readonly string[],
): PastedTable<Column>['columns'] {
  const columns = { ...recognised };
  for (const [field, label] of Object.entries(wanted) as [Column, string | null | undefined][]) {
    if (label === undefined) continue;
    delete columns[field];
    if (label === null) continue;
    const at = labels.indexOf(label);
    if (at === -1) throw new FileRefusal(`There is no column ${label}. Look at the preview again.`);
    columns[field] = at;
  }
  return columns;
}
