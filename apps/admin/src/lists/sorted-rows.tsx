import { Select } from '@institute/ui/select.tsx';
import { useState } from 'react';
import type { Column, Sorting, SortKind } from './column.ts';

/** A list that is loaded whole is sorted by the headings of its columns. */
export const sortName = ({ sort, heading }: Pick<Column<never>, 'sort' | 'heading'>): string | undefined =>
  typeof sort === 'function' ? heading : sort;

/** Sorts rows that are loaded whole, unless the server sorts them. */
export function useSortedRows<Row>(
  rows: Row[] | undefined,
  columns: readonly Column<Row>[],
  onServer: Sorting | undefined,
): { rows: Row[] | undefined; sorting: Sorting } {
  const [by, onSort] = useState<string>();
  if (onServer) return { rows, sorting: onServer };
  const sorting = { by, onSort };
  const read = columns.find((column) => sortName(column) === by?.replace(/^-/, ''))?.sort;
  if (!rows || !by || typeof read !== 'function') return { rows, sorting };
  return { rows: sortRows(rows, by, read), sorting };
}

/** Rows without a value come last. */
export function sortRows<Row>(rows: Row[], by: string, read: (row: Row) => string | number | null): Row[] {
  const sign = by.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const one = read(a);
    const other = read(b);
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * String(one).localeCompare(String(other));
  });
}

const orderWords = ({ heading, sortedBy = 'text' }: Pick<Column<never>, 'heading' | 'sortedBy'>) =>
  ORDER_WORDS[sortedBy].map((order) => `${heading} ${order}`);
const ORDER_WORDS: Record<SortKind, [string, string]> = {
  text: ['A–Z', 'Z–A'],
  day: ['oldest first', 'newest first'],
  number: ['lowest first', 'highest first'],
  yes: ['no first', 'yes first'],
};

type SortSelectProps = { columns: readonly Column<never>[]; sorting: Sorting };

/** On a phone, rows have no headings, so a select takes their place. */
export function SortSelect({ columns, sorting: { by, onSort } }: SortSelectProps) {
  const sorts = columns.flatMap((column) => {
    const name = sortName(column);
    const [up = '', down = ''] = orderWords(column);
    return name ? [[name, up] as const, [`-${name}`, down] as const] : [];
  });
  if (sorts.length === 0) return null;
  return (
    <Select
      aria-label="Sort by"
      className="min-w-0 flex-[1_1_9rem]! peer-data-chosen:hidden"
      value={by ?? ''}
      onChange={({ target }) => onSort(target.value)}
      choices={sorts}
    >
      {!by && <option value="">Usual order</option>}
    </Select>
  );
}
