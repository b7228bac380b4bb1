import { cx } from '@institute/ui/cx.ts';
import { useMedia } from '@institute/ui/media.ts';
import {
  stickyCells,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeading,
  TableRow,
  TableSkeleton,
} from '@institute/ui/table.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChooseShown, type Choosing, ChosenBar } from './chosen-rows.tsx';
import { amountClass, type Column, type Sorting } from './column.ts';
import { foldableClass, foldRows, titleCutCell, unfoldRow } from './cut-text.ts';
import type { ShownRows } from './list-screen.tsx';
import { makeOpenHandlers } from './open-row.ts';
import { SortSelect, sortName, useSortedRows } from './sorted-rows.tsx';

const SKELETON_ROWS = 6;

/** Makes room for many columns beside the sidebar from 1280 px on. */
const denseClass = 'md:px-1.25! md:first:pl-3! md:text-sm 2xl:px-2.5! 2xl:text-base';
/** Each cell is one line. Without a width of its own a text takes what the other columns leave. */
const cutClass =
  'md:truncate md:[&_wbr]:hidden print:max-w-none! print:overflow-visible! print:whitespace-normal!';
const lineClasses = {
  usual: cx(cutClass, 'md:max-w-64'),
  title: cx(cutClass, 'md:w-1/3 md:max-w-0 md:min-w-30'),
  text: cx(cutClass, 'md:w-1/4 md:max-w-0 md:min-w-18'),
  whole: 'wrap-anywhere md:min-w-32 md:py-1.5',
};

function findLine({ phone, isText, isWhole, sortedBy }: Column<never>): keyof typeof lineClasses {
  if (isWhole) return 'whole';
  // A day needs no more room than it has
  if (phone === 'title' && sortedBy !== 'day') return 'title';
  return isText ? 'text' : 'usual';
}

type RowTableProps<Row> = ShownRows<Row> & {
  caption: string;
  columns: Column<Row>[];
  actions?: ((row: Row) => ReactNode) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  lead?: ((row: Row) => ReactNode) | undefined;
  choosing?: Choosing<Row> | undefined;
  /** Undefined when the table sorts its own rows. */
  sorting?: Sorting | undefined;
};

export function RowTable<Row extends { id: number | string }>({
  caption,
  columns,
  rows: given,
  actions,
  onOpen,
  lead,
  choosing,
  sorting: onServer,
  isOutdated,
}: RowTableProps<Row>) {
  const { rows, sorting } = useSortedRows(given, columns, onServer);
  const isPhone = useMedia('(max-width: 767px)');
  const width = columns.length + (actions ? 1 : 0) + (lead ? 1 : 0);

  const choice = choosing && { choosing, shown: rows ?? [], isOutdated };
  // Nothing that has the focus lies below the bar.
  const isPlain = isPhone || (choosing !== undefined && choosing.rows.length > 0);

  return (
    <>
      {choice && <ChosenBar {...choice} isOverHead={!isPhone} />}
      {isPhone && <SortSelect columns={columns} sorting={sorting} />}
      <Table caption={caption} aria-busy={!rows || isOutdated}>
        <TableHead>
          <tr className="bg-card">
            {lead && (
              <td className={cx(stickyCells.lead, 'border-b border-line')}>
                {choice && !isPhone && <ChooseShown {...choice} />}
              </td>
            )}
            {columns.map((column) => (
              <SortedHeading
                key={column.heading}
                column={column}
                sorting={sorting}
                isPlain={isPlain}
                sticky={findSticky(column, lead)}
              />
            ))}
            {actions && (
              <TableHeading className={cx(denseClass, stickyCells.last, 'md:text-right')}>
                Actions
              </TableHeading>
            )}
          </tr>
        </TableHead>
        <TableBody onMouseOver={titleCutCell} onFocus={unfoldRow} onBlur={foldRows}>
          {rows?.map((row) => (
            <ListedRow
              key={row.id}
              row={row}
              columns={columns}
              lead={lead}
              actions={actions}
              onOpen={onOpen}
            />
          )) ?? <TableSkeleton rows={SKELETON_ROWS} columns={width} />}
        </TableBody>
      </Table>
    </>
  );
}

type ListedRowProps<Row> = Pick<RowTableProps<Row>, 'columns' | 'lead' | 'actions' | 'onOpen'> & { row: Row };

const hasOwnLine = ({ phone }: Column<never>) => phone === 'line';

function ListedRow<Row>({ row, columns, lead, actions, onOpen }: ListedRowProps<Row>) {
  const openHandlers = onOpen && makeOpenHandlers(() => onOpen(row));
  return (
    <TableRow {...openHandlers} className={cx(lead && 'max-md:pl-12!', openHandlers?.className)}>
      {lead && <TableCell className={cx(stickyCells.lead, 'max-md:-ml-13 md:p-0!')}>{lead(row)}</TableCell>}
      {columns.map((column) => (
        <TableCell
          key={column.heading}
          phone={column.phone ?? 'nowhere'}
          label={column.heading}
          className={cx(
            denseClass,
            foldableClass,
            lineClasses[findLine(column)],
            findSticky(column, lead),
            column.isAmount && amountClass,
            column.className,
          )}
        >
          {column.cell(row)}
        </TableCell>
      ))}
      {actions && (
        <TableCell
          className={cx(
            stickyCells.last,
            'md:px-1!',
            columns.some(hasOwnLine) ? 'max-md:order-4 max-md:basis-full max-md:py-1.5' : 'max-md:-mr-2',
          )}
        >
          <div className="flex justify-end whitespace-nowrap">{actions(row)}</div>
        </TableCell>
      )}
    </TableRow>
  );
}

/** The column that names a row stays in sight, and so does what stands before it. */
const findSticky = ({ phone }: Column<never>, lead: unknown) =>
  phone === 'title' && (lead ? stickyCells.second : stickyCells.first);

type SortedHeadingProps = {
  column: Column<never>;
  sorting: Sorting;
  /** Without its button. Phones have a list of columns instead. */
  isPlain: boolean;
  sticky: string | false;
};

function SortedHeading({ column, sorting: { by, onSort }, isPlain, sticky }: SortedHeadingProps) {
  const { heading, phone = 'nowhere', isAmount } = column;
  const sort = sortName(column);
  const className = cx(
    denseClass,
    sticky,
    'whitespace-normal!',
    phone === 'nowhere' && 'max-md:hidden',
    isAmount && 'md:text-right',
  );
  if (!sort || isPlain) return <TableHeading className={className}>{heading}</TableHeading>;
  const order = by === sort ? 'ascending' : by === `-${sort}` ? 'descending' : 'none';
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: null }[order];
  return (
    <TableHeading aria-sort={order} className={className}>
      <button
        type="button"
        onClick={() => onSort(order === 'ascending' ? `-${sort}` : sort)}
        // An arrow beside every heading would make a table of many columns too wide.
        className={cx(
          '-mx-1 inline-flex min-h-11 min-w-11 flex-wrap content-center items-center gap-x-1 rounded-small px-1 text-left underline-offset-4 hover:text-ink',
          !Icon && 'underline decoration-dotted',
          isAmount && 'md:justify-end',
        )}
      >
        {heading}
        {Icon && <Icon className="size-3.5 shrink-0" strokeWidth={2} aria-hidden />}
      </button>
    </TableHeading>
  );
}
