import { Card } from '@institute/ui/card.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { ChosenBar, type RowSelectionProps } from './chosen-rows.tsx';
import type { ShownRows } from './list-screen.tsx';
import { makeRowOpenHandlers } from './open-row.ts';

const usualGridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';
type RowCardsProps<Row> = ShownRows<Row> & {
  caption: string;
  /** Classes of the grid. */
  className?: string | undefined;
  card: (row: Row) => ReactNode;
  lead?: ((row: Row) => ReactNode) | undefined;
  choosing?: RowSelectionProps<Row> | undefined;
  actions?: ((row: Row) => ReactNode) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
};

export function RowCards<Row extends { id: number | string }>({
  caption,
  className = usualGridClass,
  card,
  rows,
  lead,
  choosing,
  actions,
  onOpen,
  isOutdated,
}: RowCardsProps<Row>) {
  if (!rows) {
    return <Skeletons heights={Array(6).fill('h-72')} className={className} />;
  }
  return (
    <>
      {choosing && <ChosenBar choosing={choosing} shown={rows} isOutdated={isOutdated} />}
      <ul aria-label={caption} aria-busy={isOutdated} className={className}>
        {rows.map((row) => (
          <Card as="li" key={row.id} {...(onOpen && makeRowOpenHandlers(() => onOpen(row)))}>
            {card(row)}
            <div className="mt-auto flex min-h-13 items-center justify-end border-t border-line px-2 py-1">
              {lead && <div className="mr-auto pl-2">{lead(row)}</div>}
              {actions?.(row)}
            </div>
          </Card>
        ))}
      </ul>
    </>
  );
}
