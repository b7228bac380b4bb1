import { type ReactNode, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/media.ts';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import type { StoredRow } from '../resource/content-resource.ts';
import { useWindowedLines } from './use-windowed-lines.ts';

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';
const places = [1, 2, 3, 4, 5, 6];
/** As the classes of the grid say. */
const LINE = { estimate: 360, gap: 16 };
const ALL_SHOWN_UP_TO = 50;

type ContentCardsProps<Row> = {
  caption: string;
  card: (row: Row) => ReactNode;
  /** Not yet there: placeholders. */
  rows: Row[] | undefined;
  actions: (row: Row) => ReactNode;
  /** The rows are those of the last question; the answer to the new one is on its way. */
  isOutdated: boolean;
};

/** The rows of a resource as cards, each with what can be done with it at its foot; of a long page those in view. */
export function ContentCards<Row extends StoredRow>({
  caption,
  card,
  rows,
  actions,
  isOutdated,
}: ContentCardsProps<Row>) {
  const box = useRef<HTMLUListElement>(null);
  const [isTwo, isThree] = [useMedia('(min-width: 640px)'), useMedia('(min-width: 1280px)')];
  const across = isThree ? 3 : isTwo ? 2 : 1;
  const count = Math.ceil((rows?.length ?? 0) / across);
  const { slots, isWindowed, measure, onFocus } = useWindowedLines({
    ...{ box, count, upTo: Math.ceil(ALL_SHOWN_UP_TO / across), ...LINE },
  });

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
      ref={box}
      onFocus={onFocus}
      aria-label={caption}
      aria-busy={isOutdated}
      className={cx(gridClass, 'transition-opacity', isOutdated && 'opacity-60')}
    >
      {slots.map((slot) =>
        'space' in slot ? (
          <li
            key={`after-${slot.after}`}
            aria-hidden
            className="col-span-full"
            style={{ height: slot.space }}
          />
        ) : (
          rows.slice(slot.index * across, (slot.index + 1) * across).map((row, place) => (
            <Card
              as="li"
              key={row.id}
              ref={place === 0 ? measure : undefined}
              data-index={slot.index}
              {...(isWindowed && {
                'aria-setsize': rows.length,
                'aria-posinset': slot.index * across + place + 1,
              })}
            >
              {card(row)}
              <div className="mt-auto flex justify-end border-t border-line px-2 py-1">{actions(row)}</div>
            </Card>
          ))
        ),
      )}
    </ul>
  );
}
