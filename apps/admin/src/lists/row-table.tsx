import { cx } from '@institute/ui/cx.ts';
import { useMediaQueryMatch } from '@institute/ui/media.ts';
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
import { ChooseShownCheckbox, ChosenBar, type RowSelectionProps } from './chosen-rows.tsx';
import { amountClass, type Column, type Sorting } from './column.ts';
import { addTitleToCutCell, foldableClass, foldRows, unfoldRow } from './cut-text.ts';
import type { ShownRows } from './list-screen.tsx';
import { makeRowOpenHandlers } from './open-row.ts';
import { readSortName, SortSelect, useSortedRows } from './sorted-rows.tsx';

const SKELETON_ROWS = 6;

/** Narrow cells, so that many columns fit beside the sidebar from 1280 px on. */
const denseClass = 'md:px-1.25! md:first:pl-3! md:text-sm 2xl:px-2.5! 2xl:text-base';
/** Each cell is one line. A text without a width of its own takes what the other columns leave. */
const cutTextClass =
  'md:truncate md:[&_wbr]:hidden print:max-w-none! print:overflow-visible! print:whitespace-normal!';
const cellTextClasses = {
  usual: cx(cutTextClass, 'md:max-w-64'),
  title: cx(cutTextClass, 'md:w-1/3 md:max-w-0 md:min-w-30'),
  text: cx(cutTextClass, 'md:w-1/4 md:max-w-0 md:min-w-18'),
  whole: 'wrap-anywhere md:min-w-32 md:py-1.5',
};

function findLineClassName({
  phone,
  isText,
  isWhole,
  sortedBy,
}: Column<never>): keyof typeof cellTextClasses {
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
  choosing?: RowSelectionProps<Row> | undefined;
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
  const isPhone = useMediaQueryMatch('(max-width: 767px)');
  const columnCount = columns.length + (actions ? 1 : 0) + (lead ? 1 : 0);

  const shownRowsChoice = choosing && { choosing, shown: rows ?? [], isOutdated };
  // Without sort buttons, because the bar over the table's head would cover a focused one.
  const hasPlainHeading = isPhone || (choosing !== undefined && choosing.rows.length > 0);

  return (
    <>
      {shownRowsChoice && <ChosenBar {...shownRowsChoice} isOverHead={!isPhone} />}
      {isPhone && <SortSelect columns={columns} sorting={sorting} />}
      <Table caption={caption} aria-busy={!rows || isOutdated}>
        <TableHead>
          <tr className="bg-card">
            {lead && (
              <td className={cx(stickyCells.lead, 'border-b border-line')}>
                {shownRowsChoice && !isPhone && <ChooseShownCheckbox {...shownRowsChoice} />}
              </td>
            )}
            {columns.map((column) => (
              <SortedHeading
                key={column.heading}
                column={column}
                sorting={sorting}
                isPlain={hasPlainHeading}
                sticky={findStickyEdge(column, lead)}
              />
            ))}
            {actions && (
              <TableHeading className={cx(denseClass, stickyCells.last, 'md:text-right')}>
                Actions
              </TableHeading>
            )}
          </tr>
        </TableHead>
        <TableBody onMouseOver={addTitleToCutCell} onFocus={unfoldRow} onBlur={foldRows}>
          {rows?.map((row) => (
            <ListedRow
              key={row.id}
              row={row}
              columns={columns}
              lead={lead}
              actions={actions}
              onOpen={onOpen}
            />
          )) ?? <TableSkeleton rows={SKELETON_ROWS} columns={columnCount} />}
        </TableBody>
      </Table>
    </>
  );
}

type ListedRowProps<Row> = Pick<RowTableProps<Row>, 'columns' | 'lead' | 'actions' | 'onOpen'> & { row: Row };

const columnHasOwnLine = ({ phone }: Column<never>) => phone === 'line';

function ListedRow<Row>({ row, columns, lead, actions, onOpen }: ListedRowProps<Row>) {
  const openHandlers = onOpen && makeRowOpenHandlers(() => onOpen(row));
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
            cellTextClasses[findLineClassName(column)],
            findStickyEdge(column, lead),
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
            columns.some(columnHasOwnLine)
              ? 'max-md:order-4 max-md:basis-full max-md:py-1.5'
              : 'max-md:-mr-2',
          )}
        >
          <div className="flex justify-end whitespace-nowrap">{actions(row)}</div>
        </TableCell>
      )}
    </TableRow>
  );
}

/** The column that names a row stays in sight, and so does what stands before it. */
const findStickyEdge = ({ phone }: Column<never>, lead: unknown) =>
  phone === 'title' && (lead ? stickyCells.second : stickyCells.first);

type SortedHeadingProps = {
  column: Column<never>;
  sorting: Sorting;
  /** True where a heading has no sort button. Phones have a select instead. */
  isPlain: boolean;
  sticky: string | false;
};

function SortedHeading({ column, sorting: { by, onSort }, isPlain, sticky }: SortedHeadingProps) {
  const { heading, phone = 'nowhere', isAmount } = column;
  const columnSort = readSortName(column);
  const className = cx(
    denseClass,
    sticky,
    'whitespace-normal!',
    phone === 'nowhere' && 'max-md:hidden',
    isAmount && 'md:text-right',
  );
  if (!columnSort || isPlain) return <TableHeading className={className}>{heading}</TableHeading>;
  const ariaSort = by === columnSort ? 'ascending' : by === `-${columnSort}` ? 'descending' : 'none';
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: null }[ariaSort];
  return (
    <TableHeading aria-sort={ariaSort} className={className}>
      <button
        type="button"
        onClick={() => onSort(ariaSort === 'ascending' ? `-${columnSort}` : columnSort)}
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
