import type { ReactNode } from 'react';
import { ContentCards } from './content-cards.tsx';
import type { Presentation, StoredRow } from './content-resource.ts';
import { ContentTable } from './content-table.tsx';

type ContentRowsProps<Row extends StoredRow> = {
  list: Presentation<Row> & { words: { heading: string } };
  /** Not yet there: placeholders. */
  rows: Row[] | undefined;
  actions: (row: Row) => ReactNode;
  /** The rows are those of the last question; the answer to the new one is on its way. */
  isOutdated: boolean;
};

/** What was found, the way its resource wants to be looked at. */
export function ContentRows<Row extends StoredRow>({ list, ...found }: ContentRowsProps<Row>) {
  const { heading } = list.words;
  if ('card' in list) return <ContentCards caption={heading} card={list.card} {...found} />;
  return <ContentTable caption={heading} columns={list.columns} {...found} />;
}
