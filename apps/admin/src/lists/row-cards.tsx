import { Card } from '@institute/ui/card.tsx';
import { useMedia } from '@institute/ui/media.ts';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { type ReactNode, useRef } from 'react';
import type { StoredRow } from '../api/resource-api.ts';
import type { ShownRows } from './list-screen.tsx';
import { openedBy } from './open-row.ts';
import { useWindowedRows } from './use-windowed-rows.ts';

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';
/** Estimated height in pixels. The gap is that of `gridClass`. */
const LINE = { estimate: 360, gap: 16 };
const ALL_SHOWN_UP_TO = 50;

type RowCardsProps<Row> = ShownRows<Row> & {
  caption: string;
  card: (row: Row) => ReactNode;
  /** A checkbox. */
  lead?: (row: Row) => ReactNode;
  actions: (row: Row) => ReactNode;
  onOpen?: ((row: Row) => void) | undefined;
};

/** A long grid renders only the visible cards. */
export function RowCards<Row extends StoredRow>({
  caption,
  card,
  rows,
  lead,
  actions,
  onOpen,
  isOutdated,
}: RowCardsProps<Row>) {
  const box = useRef<HTMLUListElement>(null);
  const [isTwo, isThree] = [useMedia('(min-width: 640px)'), useMedia('(min-width: 1280px)')];
  const across = isThree ? 3 : isTwo ? 2 : 1;
  const count = Math.ceil((rows?.length ?? 0) / across);
  const { slots, isWindowed, measure, onFocus } = useWindowedRows({
    box,
    count,
    upTo: Math.ceil(ALL_SHOWN_UP_TO / across),
    ...LINE,
  });

  if (!rows) {
    return <Skeletons heights={Array(6).fill('h-72')} className={gridClass} />;
  }
  return (
    <ul ref={box} onFocus={onFocus} aria-label={caption} aria-busy={isOutdated} className={gridClass}>
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
              {...(onOpen && openedBy(() => onOpen(row)))}
              {...(isWindowed && {
                'aria-setsize': rows.length,
                'aria-posinset': slot.index * across + place + 1,
              })}
            >
              {card(row)}
              <div className="mt-auto flex items-center justify-end border-t border-line px-2 py-1">
                {lead && <div className="mr-auto pl-2">{lead(row)}</div>}
                {actions(row)}
              </div>
            </Card>
          ))
        ),
      )}
    </ul>
  );
}
