import { Select } from '@institute/ui/select.tsx';
import { useState } from 'react';
import type { Column, Sorting, SortKind } from './column.ts';

/** The name by which a column is sorted. A list that is loaded whole uses the heading of the column. */
export const readSortName = ({
  sort,
  heading,
}: Pick<Column<never>, 'sort' | 'heading'>): string | undefined =>
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
  const readSortValue = columns.find((column) => readSortName(column) === by?.replace(/^-/, ''))?.sort;
  if (!rows || !by || typeof readSortValue !== 'function') return { rows, sorting };
  return { rows: sortRows(rows, by, readSortValue), sorting };
}

/** Rows without a value come last. */
export function sortRows<Row>(rows: Row[], by: string, read: (row: Row) => string | number | null): Row[] {
  const sortDirection = by.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const firstValue = read(a);
    const secondValue = read(b);
    if (firstValue === null || secondValue === null)
      return Number(firstValue === null) - Number(secondValue === null);
    if (typeof firstValue === 'number' && typeof secondValue === 'number')
      return sortDirection * (firstValue - secondValue);
    return sortDirection * String(firstValue).localeCompare(String(secondValue));
  });
}

const listOrderWords = ({ heading, sortedBy = 'text' }: Pick<Column<never>, 'heading' | 'sortedBy'>) =>
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
  const sortChoices = columns.flatMap((column) => {
    const columnSortName = readSortName(column);
    const [up = '', down = ''] = listOrderWords(column);
    return columnSortName ? [[columnSortName, up] as const, [`-${columnSortName}`, down] as const] : [];
  });
  if (sortChoices.length === 0) return null;
  return (
    <Select
      aria-label="Sort by"
      className="min-w-0 flex-[1_1_9rem]! peer-data-chosen:hidden"
      value={by ?? ''}
      onChange={({ target }) => onSort(target.value)}
      choices={sortChoices}
    >
      {!by && <option value="">Usual order</option>}
    </Select>
  );
}
