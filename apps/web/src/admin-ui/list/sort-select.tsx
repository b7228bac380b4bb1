import { Select } from '../../ui/select.tsx';
import type { Column, Sorting } from './row-table.tsx';

type SortSelectProps<Row> = { columns: Column<Row>[]; sorting: Sorting };

/** The sorting of a list on a phone, where the rows are cards without headings. */
export function SortSelect<Row>({ columns, sorting: { by, onSort } }: SortSelectProps<Row>) {
  return (
    <Select
      aria-label="Sort by"
      className="md:hidden"
      value={by}
      onChange={({ target }) => onSort(target.value)}
    >
      {columns.flatMap(({ heading, sort }) =>
        sort
          ? [
              <option key={sort} value={sort}>{`${heading}, upwards`}</option>,
              <option key={`-${sort}`} value={`-${sort}`}>{`${heading}, downwards`}</option>,
            ]
          : [],
      )}
    </Select>
  );
}
