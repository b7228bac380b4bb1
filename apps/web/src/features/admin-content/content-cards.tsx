import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import type { StoredRow } from './content-resource.ts';

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';
const places = [1, 2, 3, 4, 5, 6];

type ContentCardsProps<Row> = {
  caption: string;
  card: (row: Row) => ReactNode;
  /** Not yet there: placeholders. */
  rows: Row[] | undefined;
  actions: (row: Row) => ReactNode;
  /** The rows are those of the last question; the answer to the new one is on its way. */
  isOutdated: boolean;
};

/** The rows of a resource as cards, each with what can be done with it at its foot. */
export function ContentCards<Row extends StoredRow>({
  caption,
  card,
  rows,
  actions,
  isOutdated,
}: ContentCardsProps<Row>) {
  if (!rows) {
    return (
      <SkeletonGroup className={gridClass}>
        {places.map((place) => (
          <Skeleton key={place} className="h-72" />
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul
      aria-label={caption}
      aria-busy={isOutdated}
      className={cx(gridClass, 'transition-opacity', isOutdated && 'opacity-60')}
    >
      {rows.map((row) => (
        <Card as="li" key={row.id}>
          {card(row)}
          <div className="mt-auto flex justify-end border-t border-line px-2 py-1">{actions(row)}</div>
        </Card>
      ))}
    </ul>
  );
}
