import { Select } from '@institute/ui/select.tsx';
import type { Column, Sorting } from './column.ts';
import { sortName } from './sorted-rows.ts';

type SortSelectProps = { columns: readonly Column<never>[]; sorting: Sorting };

/** On a phone, rows are cards without headings, so a select takes their place. */
export function SortSelect({ columns, sorting: { by, onSort } }: SortSelectProps) {
  const sorts = columns.flatMap((column) => {
    const name = sortName(column);
    return name ? [{ name, heading: column.heading }] : [];
  });
  if (sorts.length === 0) return null;
  return (
    <Select
      aria-label="Sort by"
      className="md:hidden"
      value={by ?? ''}
      onChange={({ target }) => onSort(target.value)}
    >
      {!by && <option value="">Usual order</option>}
      {sorts.flatMap(({ name, heading }) => [
        <option key={name} value={name}>{`${heading}, upwards`}</option>,
        <option key={`-${name}`} value={`-${name}`}>{`${heading}, downwards`}</option>,
      ])}
    </Select>
  );
}
