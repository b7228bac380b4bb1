import type { ReactNode } from 'react';
import { ContentCards } from './content-cards.tsx';
import type { ContentList, StoredRow } from './content-resource.ts';
import { ContentTable } from './content-table.tsx';

type ContentRowsProps<Row extends StoredRow, Category extends string> = {
  list: ContentList<Row, Category>;
  /** Not yet there: placeholders. */
  rows: Row[] | undefined;
  actions: (row: Row) => ReactNode;
  /** The rows are those of the last question; the answer to the new one is on its way. */
  isOutdated: boolean;
};

/** What was found, the way its resource wants to be looked at. */
export function ContentRows<Row extends StoredRow, Category extends string>({
  list,
  ...found
}: ContentRowsProps<Row, Category>) {
  const { heading } = list.words;
  if ('card' in list) return <ContentCards caption={heading} card={list.card} {...found} />;
  return <ContentTable caption={heading} columns={list.columns} {...found} />;
}
