import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeading,
  TableRow,
  TableSkeleton,
} from '../../ui/table.tsx';
import type { Column } from './content-resource.ts';

const SKELETON_ROWS = 6;

/** There are many columns. */
const dense = 'md:px-2.5! md:first:pl-4!';

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

/** The rows of a resource and what can be done with each. The actions stay in view when the table is wide. */
export function ContentTable<Row extends { id: number | string }>({
  caption,
  columns,
  rows,
  actions,
  isOutdated,
}: ContentTableProps<Row>) {
  return (
    <Table
      caption={caption}
      aria-busy={!rows || isOutdated}
      className={cx('transition-opacity', isOutdated && 'opacity-60')}
    >
      <TableHead>
        <tr>
          {columns.map(({ heading }) => (
            <TableHeading key={heading} className={cx(dense, 'whitespace-normal')}>
              {heading}
            </TableHeading>
          ))}
          {actions && (
            <TableHeading className="md:sticky md:right-0 md:bg-card md:text-right">Actions</TableHeading>
          )}
        </tr>
      </TableHead>
      <TableBody>
        {rows ? (
          rows.map((row) => (
            <TableRow key={row.id}>
              {columns.map(({ heading, cell, plain, className }) => (
                <TableCell key={heading} label={plain ? undefined : heading} className={cx(dense, className)}>
                  {cell(row)}
                </TableCell>
              ))}
              {actions && (
                <TableCell className="md:sticky md:right-0 md:border-l md:border-line md:bg-card">
                  <div className="flex justify-end max-md:w-full">{actions(row)}</div>
                </TableCell>
              )}
            </TableRow>
          ))
        ) : (
          <TableSkeleton rows={SKELETON_ROWS} columns={columns.length + (actions ? 1 : 0)} />
        )}
      </TableBody>
    </Table>
  );
}
