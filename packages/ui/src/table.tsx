import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { SkeletonBar } from './skeleton.tsx';

type TableProps = ComponentProps<'table'> & {
  caption: ReactNode;
};

/** Below 768 px each row is a card, and each line shows the heading of its column. */
export function Table({ caption, children, ...props }: TableProps) {
  return (
    <div className="max-w-full md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-card">
      <table {...props} className="w-full text-left text-base max-md:block">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export const TableHead = (props: ComponentProps<'thead'>) => <thead {...props} className="max-md:sr-only" />;

export const TableBody = (props: ComponentProps<'tbody'>) => (
  <tbody {...props} className="max-md:flex max-md:flex-col max-md:gap-3" />
);

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={cx(
        'border-line max-md:block max-md:rounded-card max-md:border max-md:bg-card max-md:px-4 max-md:py-2',
        'md:not-last:border-b',
        className,
      )}
    />
  );
}

export function TableHeading({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={cx(
        'px-4 py-3 text-sm font-semibold whitespace-nowrap text-muted md:border-b md:border-line',
        className,
      )}
    />
  );
}

type TableCellProps = ComponentProps<'td'> & {
  /** Heading of the column, shown before the value on a phone. None for images and actions. */
  label?: string;
};

export function TableCell({ label, className, ...props }: TableCellProps) {
  return (
    <td
      {...props}
      data-label={label}
      className={cx(
        'align-middle md:px-4 md:py-2.5',
        'max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1.5',
        label &&
          'max-md:text-right max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-muted max-md:before:content-[attr(data-label)]',
        className,
      )}
    />
  );
}

export function TableRoom({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden className="max-md:block">
      <td colSpan={columns} className="p-0 max-md:block" style={{ height }} />
    </tr>
  );
}

export function TableSkeleton({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <TableRow key={row} data-testid="skeleton" aria-hidden>
      <td colSpan={columns} className="p-4 max-md:block">
        <SkeletonBar className="h-8 w-full" />
      </td>
    </TableRow>
  ));
}
