import { formatNumber } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { type ReactNode, useState } from 'react';

type Identified = { id: number | string };

type ChosenRows<Row> = {
  rows: Row[];
  choose: (rows: Row[]) => void;
};

type DroppableRows<Row> = ChosenRows<Row> & {
  /** Removes rows that are changed or deleted. The server refuses a bulk action that contains one. */
  drop: (ids: (number | string)[]) => void;
};

/** What a list needs whose rows can be chosen. */
export type Choosing<Row> = {
  rows: Identified[];
  choose(rows: Identified[]): void;
  nameOf: (row: Row) => string;
  isPending?: boolean;
  /** Rows of all pages, where an action takes more than the shown ones. */
  all?: { count: number; isMore: boolean; choose: () => void };
  /** Buttons for the chosen rows. */
  actions?: ReactNode;
};

/** No row is chosen on another page or with another filter. */
export function useChosenRows<Row extends Identified>(search: object): DroppableRows<Row> {
  const searchKey = JSON.stringify(search);
  const [{ place, rows }, setChosen] = useState({ place: searchKey, rows: [] as Row[] });
  return {
    rows: place === searchKey ? rows : [],
    choose: (next) => setChosen({ place: searchKey, rows: next }),
    // Other rows may have been chosen while the change was running.
    drop: (ids) => setChosen((now) => ({ ...now, rows: now.rows.filter(({ id }) => !ids.includes(id)) })),
  };
}

// The 44 px target extends into the next cell, so that the column stays narrow.
const boxClass = '-mr-2.5 pl-2.5';

type ChooseRowProps<Row> = { chosen: Pick<Choosing<Row>, 'rows' | 'choose'>; row: Row; name: string };

export function ChooseRow<Row extends Identified>({
  chosen: { rows, choose },
  row,
  name,
}: ChooseRowProps<Row>) {
  const others = rows.filter(({ id }) => id !== row.id);
  return (
    <Checkbox
      className={boxClass}
      aria-label={`Select ${name}`}
      label={null}
      checked={others.length < rows.length}
      onChange={({ target }) => choose(target.checked ? [...others, row] : others)}
    />
  );
}

type ShownChoice<Row> = { choosing: Choosing<Row>; shown: Row[]; isOutdated: boolean };

const listOthers = (rows: Identified[], shown: Identified[]) => {
  const ids = new Set(shown.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
};

/** The box in the head of a table. It chooses the shown page. */
export function ChooseShown<Row extends Identified>({ choosing, shown, isOutdated }: ShownChoice<Row>) {
  const { rows, choose, isPending = false } = choosing;
  const others = listOthers(rows, shown);
  const areAllChosen = shown.length > 0 && others.length + shown.length === rows.length;
  return (
    <Checkbox
      className={boxClass}
      aria-label={`Select all ${shown.length}`}
      label={null}
      disabled={isPending || isOutdated || shown.length === 0}
      checked={areAllChosen}
      isPartial={rows.length > 0 && !areAllChosen}
      onChange={() => choose(areAllChosen ? [] : [...others, ...shown])}
    />
  );
}

/** The box of cards, which have no head. It chooses all that are listed. */
function ChooseAll<Row extends Identified>({ choosing, shown, isOutdated }: ShownChoice<Row>) {
  const { rows, choose, all, isPending = false } = choosing;
  const count = all?.count ?? shown.length;
  const areAllChosen = rows.length > 0 && rows.length >= count;
  const chooseListed = () => (all && shown.length < count ? all.choose() : choose(shown));
  return (
    <Checkbox
      label={nameAll(count, all?.isMore)}
      disabled={isPending || isOutdated || count === 0}
      checked={areAllChosen}
      isPartial={rows.length > 0 && !areAllChosen}
      onChange={() => (areAllChosen ? choose([]) : chooseListed())}
    />
  );
}

const nameAll = (count: number, isMore = false) => `Select all ${formatNumber(count)}${isMore ? '+' : ''}`;

/** Lies on the head of a table beside its box, and stays in view while rows further down are chosen. */
const overHeadClass =
  'sticky top-0 z-10 mt-px mr-px -mb-14 ml-11.5 justify-between rounded-tr-card border-b border-line bg-card pr-1.5';
/** Phones have a header above it. */
const stickyClass = 'sticky top-13 z-10 -mx-1 px-1 py-1 md:top-0';

type ChosenBarProps<Row> = ShownChoice<Row> & { isOverHead?: boolean };

export function ChosenBar<Row extends Identified>({ isOverHead = false, ...choice }: ChosenBarProps<Row>) {
  const { choosing, shown } = choice;
  const { rows, all, actions, isPending } = choosing;
  const isAnyChosen = rows.length > 0;
  if (isOverHead && !isAnyChosen) return null;
  const offersAll = isOverHead && all && all.count > rows.length && listOthers(shown, rows).length === 0;
  return (
    <div
      data-chosen={isAnyChosen || undefined}
      className={cx(
        'peer flex min-h-11 flex-wrap items-center gap-x-5 gap-y-2 max-md:basis-auto!',
        isOverHead ? overHeadClass : cx('bg-paper', isAnyChosen && stickyClass),
      )}
    >
      {!isOverHead && <ChooseAll {...choice} />}
      {isAnyChosen && (
        <>
          <span aria-live="polite" className="text-muted md:text-sm">
            {formatNumber(rows.length)} selected
            {offersAll && (
              <Button
                size="sm"
                variant="ghost"
                pending={isPending}
                onClick={all.choose}
                className="ml-1 px-2! text-green!"
              >
                {nameAll(all.count, all.isMore)}
              </Button>
            )}
          </span>
          <div className="flex flex-wrap items-center gap-3 md:gap-2 md:[&_button]:px-3">{actions}</div>
        </>
      )}
    </div>
  );
}
