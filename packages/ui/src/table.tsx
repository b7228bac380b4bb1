import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { SkeletonBar } from './skeleton.tsx';

type TableProps = ComponentProps<'table'> & {
  caption: ReactNode;
};

/** Marks the sides on which a wide table continues outside its box. */
function markScrolledEdges(box: HTMLDivElement | null) {
  if (!box || typeof ResizeObserver === 'undefined') return;
  const updateEdgeMarks = () => {
    const { scrollLeft, scrollWidth, clientWidth } = box;
    box.toggleAttribute('data-more-left', scrollLeft > 1);
    box.toggleAttribute('data-more-right', scrollWidth - clientWidth - scrollLeft > 1);
  };
  const resizeObserver = new ResizeObserver(updateEdgeMarks);
  for (const observedPart of [box, ...box.children]) resizeObserver.observe(observedPart);
  box.addEventListener('scroll', updateEdgeMarks, { passive: true });
  return () => {
    resizeObserver.disconnect();
    box.removeEventListener('scroll', updateEdgeMarks);
  };
}

const stickyClass = 'md:sticky md:bg-inherit';
const edgeClass =
  'after:pointer-events-none after:absolute after:inset-y-0 after:hidden after:w-px after:bg-edge';

/** Classes of cells that stay in sight while a wide table is scrolled. */
export const stickyCells = {
  lead: cx(stickyClass, 'md:left-0'),
  first: cx(stickyClass, edgeClass, 'md:left-0 after:right-0 md:group-data-more-left/table:after:block'),
  /** For the cell beside a checkbox column of 44 px. */
  second: cx(stickyClass, edgeClass, 'md:left-11 after:right-0 md:group-data-more-left/table:after:block'),
  last: cx(stickyClass, edgeClass, 'md:right-0 after:left-0 md:group-data-more-right/table:after:block'),
};

export function Table({ caption, children, ...props }: TableProps) {
  return (
    <div
      ref={markScrolledEdges}
      className="group/table max-w-full overflow-x-auto rounded-card border border-line bg-card"
    >
      <table {...props} className="w-full text-left text-base max-md:block">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export const TableHead = (props: ComponentProps<'thead'>) => <thead {...props} className="max-md:sr-only" />;

export const TableBody = (props: ComponentProps<'tbody'>) => <tbody {...props} className="max-md:block" />;

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={cx(
        'border-line bg-card not-last:border-b',
        'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:py-2 max-md:pr-3 max-md:pl-4',
        // Starts a second line after the title's line.
        "max-md:after:order-1 max-md:after:basis-full max-md:after:content-['']",
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
        'px-4 py-3 text-sm font-semibold whitespace-nowrap text-muted md:h-11 md:border-b md:border-line md:py-0',
        className,
      )}
    />
  );
}

const phoneSecondLineClass = 'max-md:order-2 max-md:text-sm';

/** Where a cell stands in the card of a row below 768 px. */
const phonePlaceClasses = {
  title: 'max-md:min-w-0 max-md:flex-[1_1_7rem]',
  fact: phoneSecondLineClass,
  /** A text on the second line, cut to the room that the facts leave. */
  text: cx(
    phoneSecondLineClass,
    'max-md:min-w-0 max-md:flex-[1_1_3rem] max-md:truncate max-md:[&_wbr]:hidden',
  ),
  /** A line of its own, which begins with the heading of the column. */
  line: cx(
    'max-md:order-3 max-md:flex max-md:basis-full max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1.5',
    'max-md:text-right max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-muted max-md:before:content-[attr(data-label)]',
  ),
  nowhere: 'max-md:hidden',
};

export type PhonePlace = keyof typeof phonePlaceClasses;

type TableCellProps = ComponentProps<'td'> & {
  phone?: PhonePlace | undefined;
  /** Heading of the column. */
  label?: string;
};

export function TableCell({ phone, label, className, ...props }: TableCellProps) {
  return (
    <td
      {...props}
      data-label={label}
      className={cx('align-middle md:h-11 md:px-4', phone && phonePlaceClasses[phone], className)}
    />
  );
}

export function TableSkeleton({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <TableRow key={row} data-testid="skeleton" aria-hidden>
      <td colSpan={columns} className="max-md:basis-full max-md:py-3 md:h-11 md:px-4">
        <SkeletonBar className="h-8 w-full md:h-6" />
      </td>
    </TableRow>
  ));
}
