import { formatNumber } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { type ReactNode, useState } from 'react';

type RowWithId = { id: number | string };

type ChosenRows<Row> = {
  rows: Row[];
  choose: (rows: Row[]) => void;
};

type ChosenRowsWithDrop<Row> = ChosenRows<Row> & {
  /**
   * Removes rows from the choice that were changed or deleted, because the server refuses a bulk action that
   * contains one.
   */
  drop: (ids: (number | string)[]) => void;
};

/** The props that a list with selectable rows needs. */
export type RowSelectionProps<Row> = {
  rows: RowWithId[];
  choose(rows: RowWithId[]): void;
  nameOf: (row: Row) => string;
  isPending?: boolean;
  /** All rows of the list, for actions that may take more than the shown page. */
  all?: { count: number; isMore: boolean; choose: () => void };
  /** Buttons for the chosen rows. */
  actions?: ReactNode;
};

/** No row is chosen on another page or with another filter. */
export function useChosenRows<Row extends RowWithId>(search: object): ChosenRowsWithDrop<Row> {
  const serializedSearch = JSON.stringify(search);
  const [{ place, rows }, setChosen] = useState({ place: serializedSearch, rows: [] as Row[] });
  return {
    rows: place === serializedSearch ? rows : [],
    choose: (next) => setChosen({ place: serializedSearch, rows: next }),
    // The newest choice counts, because other rows may have been chosen while the change ran.
    drop: (ids) => setChosen((now) => ({ ...now, rows: now.rows.filter(({ id }) => !ids.includes(id)) })),
  };
}

// The 44 px target extends into the next cell, so that the column stays narrow.
const checkboxClass = '-mr-2.5 pl-2.5';

type ChooseRowProps<Row> = {
  chosen: Pick<RowSelectionProps<Row>, 'rows' | 'choose'>;
  row: Row;
  name: string;
};

export function ChooseRowCheckbox<Row extends RowWithId>({
  chosen: { rows, choose },
  row,
  name,
}: ChooseRowProps<Row>) {
  const otherChosenRows = rows.filter(({ id }) => id !== row.id);
  return (
    <Checkbox
      className={checkboxClass}
      aria-label={`Select ${name}`}
      label={null}
      checked={otherChosenRows.length < rows.length}
      onChange={({ target }) => choose(target.checked ? [...otherChosenRows, row] : otherChosenRows)}
    />
  );
}

type ShownRowsChoice<Row> = { choosing: RowSelectionProps<Row>; shown: Row[]; isOutdated: boolean };

const listHiddenChosenRows = (rows: RowWithId[], shown: RowWithId[]) => {
  const shownIds = new Set(shown.map(({ id }) => id));
  return rows.filter(({ id }) => !shownIds.has(id));
};

/** The checkbox in a table's head. It chooses the rows of the shown page. */
export function ChooseShownCheckbox<Row extends RowWithId>({
  choosing,
  shown,
  isOutdated,
}: ShownRowsChoice<Row>) {
  const { rows, choose, isPending = false } = choosing;
  const chosenRowsElsewhere = listHiddenChosenRows(rows, shown);
  const areAllChosen = shown.length > 0 && chosenRowsElsewhere.length + shown.length === rows.length;
  return (
    <Checkbox
      className={checkboxClass}
      aria-label={`Select all ${shown.length}`}
      label={null}
      disabled={isPending || isOutdated || shown.length === 0}
      checked={areAllChosen}
      isPartial={rows.length > 0 && !areAllChosen}
      onChange={() => choose(areAllChosen ? [] : [...chosenRowsElsewhere, ...shown])}
    />
  );
}

/** The checkbox above cards, which have no head. It chooses all listed rows. */
function ChooseAllCheckbox<Row extends RowWithId>({ choosing, shown, isOutdated }: ShownRowsChoice<Row>) {
  const { rows, choose, all, isPending = false } = choosing;
  const listCount = all?.count ?? shown.length;
  const areAllChosen = rows.length > 0 && rows.length >= listCount;
  const chooseListedRows = () => (all && shown.length < listCount ? all.choose() : choose(shown));
  return (
    <Checkbox
      label={nameChooseAll(listCount, all?.isMore)}
      disabled={isPending || isOutdated || listCount === 0}
      checked={areAllChosen}
      isPartial={rows.length > 0 && !areAllChosen}
      onChange={() => (areAllChosen ? choose([]) : chooseListedRows())}
    />
  );
}

const nameChooseAll = (count: number, isMore = false) =>
  `Select all ${formatNumber(count)}${isMore ? '+' : ''}`;

/**
 * The bar covers the table's head beside its checkbox, and stays in view while rows further down are chosen.
 */
const barOverTableHeadClass =
  'sticky top-0 z-10 mt-px mr-px -mb-14 ml-11.5 justify-between rounded-tr-card border-b border-line bg-card pr-1.5';
/** On phones the bar stays below the page's header. */
const stickyClass = 'sticky top-13 z-10 -mx-1 px-1 py-1 md:top-0';

type ChosenBarProps<Row> = ShownRowsChoice<Row> & { isOverHead?: boolean };

export function ChosenBar<Row extends RowWithId>({ isOverHead = false, ...choice }: ChosenBarProps<Row>) {
  const { choosing, shown } = choice;
  const { rows, all, actions, isPending } = choosing;
  const isAnyChosen = rows.length > 0;
  if (isOverHead && !isAnyChosen) return null;
  const offersChooseAll =
    isOverHead && all && all.count > rows.length && listHiddenChosenRows(shown, rows).length === 0;
  return (
    <div
      data-chosen={isAnyChosen || undefined}
      className={cx(
        'peer flex min-h-11 flex-wrap items-center gap-x-5 gap-y-2 max-md:basis-auto!',
        isOverHead ? barOverTableHeadClass : cx('bg-paper', isAnyChosen && stickyClass),
      )}
    >
      {!isOverHead && <ChooseAllCheckbox {...choice} />}
      {isAnyChosen && (
        <>
          <span aria-live="polite" className="text-muted md:text-sm">
            {formatNumber(rows.length)} selected
            {offersChooseAll && (
              <Button
                size="sm"
                variant="ghost"
                pending={isPending}
                onClick={all.choose}
                className="ml-1 px-2! text-green!"
              >
                {nameChooseAll(all.count, all.isMore)}
              </Button>
            )}
          </span>
          <div className="flex flex-wrap items-center gap-3 md:gap-2 md:[&_button]:px-3">{actions}</div>
        </>
      )}
    </div>
  );
}
