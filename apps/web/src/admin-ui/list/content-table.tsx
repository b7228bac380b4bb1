import { type ReactNode, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/media.ts';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeading,
  TableRoom,
  TableRow,
  TableSkeleton,
} from '../../ui/table.tsx';
import type { Column } from '../resource/content-resource.ts';
import { useWindowedLines } from './use-windowed-lines.ts';

const SKELETON_ROWS = 6;
/** A row, and below 768 px a card with its distance to the next. */
const ROW = { estimate: 65, gap: 0 };
const CARD = { estimate: 340, gap: 12 };
const ALL_SHOWN_UP_TO = 50;

/** There are many columns, which all fit beside the sidebar from 1280 px on. */
const dense = 'md:px-1.5! md:first:pl-3! md:text-sm 2xl:px-2.5! 2xl:text-base';

type ContentTableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  /** Not yet there: placeholders. */
  rows: Row[] | undefined;
  /** None where a row is only read. */
  actions?: (row: Row) => ReactNode;
  /** The rows are those of the last question; the answer to the new one is on its way. */
  isOutdated: boolean;
};

/** The rows of a resource and what can be done with each; of a long page only what is in view. */
export function ContentTable<Row extends { id: number | string }>({
  caption,
  columns,
  rows,
  actions,
  isOutdated,
}: ContentTableProps<Row>) {
  const box = useRef<HTMLTableSectionElement>(null);
  const isPhone = useMedia('(max-width: 767px)');
  const { slots, isWindowed, measure, onFocus } = useWindowedLines({
    ...{ box, count: rows?.length ?? 0, upTo: ALL_SHOWN_UP_TO },
    ...(isPhone ? CARD : ROW),
  });
  const width = columns.length + (actions ? 1 : 0);
  const place = (row: number) => (isWindowed ? { 'aria-rowindex': row } : {});

  return (
    <Table
      caption={caption}
      aria-busy={!rows || isOutdated}
      aria-rowcount={isWindowed && rows ? rows.length + 1 : undefined}
      className={cx('transition-opacity', isOutdated && 'opacity-60')}
    >
      <TableHead>
        <tr {...place(1)}>
          {columns.map(({ heading }) => (
            <TableHeading key={heading} className={cx(dense, 'whitespace-normal!')}>
              {heading}
            </TableHeading>
          ))}
          {actions && <TableHeading className={cx(dense, 'md:text-right')}>Actions</TableHeading>}
        </tr>
      </TableHead>
      <TableBody ref={box} onFocus={onFocus}>
        {rows ? (
          slots.map((slot) => {
            if ('space' in slot) {
              return <TableRoom key={`after-${slot.after}`} height={slot.space} columns={width} />;
            }
            const row = rows[slot.index];
            if (!row) return null;
            return (
              <TableRow key={row.id} ref={measure} data-index={slot.index} {...place(slot.index + 2)}>
                {columns.map(({ heading, cell, plain, className }) => (
                  <TableCell
                    key={heading}
                    label={plain ? undefined : heading}
                    className={cx(dense, className)}
                  >
                    {cell(row)}
                  </TableCell>
                ))}
                {actions && (
                  <TableCell className="md:px-1!">
                    <div className="flex justify-end max-md:w-full">{actions(row)}</div>
                  </TableCell>
                )}
              </TableRow>
            );
          })
        ) : (
          <TableSkeleton rows={SKELETON_ROWS} columns={width} />
        )}
      </TableBody>
    </Table>
  );
}
