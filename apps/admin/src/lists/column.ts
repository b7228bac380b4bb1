import type { ReactNode } from 'react';

export type Column<Row> = {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Shown without its heading on a phone: images and names. */
  plain?: boolean;
  /** Free text needs `wrap-anywhere` and a least width, or one long word makes the table wider than the screen. */
  className?: string;
  /**
   * Name of the column in the address, when the server sorts by it; or the value to sort by, when the list is loaded
   * whole.
   */
  sort?: string | ((row: Row) => string | number | null);
};

/** Class of a column of email addresses: one that has no place to break does not make the table wider. */
export const emailColumn = 'md:max-w-64 2xl:max-w-96';

/** How the rows are sorted: the name of a column, with `-` before it when downwards. */
export type Sorting = { by: string | undefined; onSort: (by: string) => void };
