import type { PhonePlace } from '@institute/ui/table.tsx';
import type { ReactNode } from 'react';

export type SortKind = 'text' | 'day' | 'number' | 'yes';

export type Column<Row> = {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** The place of the column in a row's card on a phone. By default the card leaves it out. */
  phone?: PhonePlace;
  className?: string;
  /**
   * Free text that is cut to the room that the other columns leave. The column with the place `title` is cut
   * without it.
   */
  isText?: true;
  /** The text wraps, because it must be read in full before something is stored. */
  isWhole?: true;
  /** Amounts are aligned, so that their digits stand below each other. */
  isAmount?: boolean;
  /**
   * A string is the column's name in the address, and the server sorts. A function returns the value to sort
   * by, for a list that is loaded whole.
   */
  sort?: string | ((row: Row) => string | number | null);
  /** Kind of the sorted value, which names the two orders. Default: text. */
  sortedBy?: SortKind;
  /** Not shown in a table until the person chooses it. */
  isExtra?: true;
};

/** On a phone an empty cell takes no line. */
export const emptyCellClass = "empty:before:content-['–'] max-md:empty:hidden";

export const amountClass = 'whitespace-nowrap tabular-nums md:text-right';

/** Name of a column, with `-` before it for descending order. */
export type Sorting = { by: string | undefined; onSort: (by: string) => void };
