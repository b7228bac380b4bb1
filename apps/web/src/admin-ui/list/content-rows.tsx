import type { ReactNode } from 'react';
import type { Presentation, StoredRow } from '../resource/content-resource.ts';
import { ContentCards } from './content-cards.tsx';
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
