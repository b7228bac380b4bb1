import { Checkbox } from '@institute/ui/checkbox.tsx';
import { useState } from 'react';

type ChosenRows<Row> = {
  rows: Row[];
  choose: (rows: Row[]) => void;
};

type DroppableRows<Row> = ChosenRows<Row> & {
  /** Removes rows that are changed or deleted. The server refuses a bulk action that contains one. */
  drop: (ids: (number | string)[]) => void;
};

/** No row is chosen on another page or with another filter. */
export function useChosenRows<Row extends { id: number | string }>(search: object): DroppableRows<Row> {
  const searchKey = JSON.stringify(search);
  const [{ place, rows }, setChosen] = useState({ place: searchKey, rows: [] as Row[] });
  return {
    rows: place === searchKey ? rows : [],
    choose: (next) => setChosen({ place: searchKey, rows: next }),
    // Other rows may have been chosen while the change was running.
    drop: (ids) => setChosen((now) => ({ ...now, rows: now.rows.filter(({ id }) => !ids.includes(id)) })),
  };
}

type ChooseRowProps<Row> = { chosen: ChosenRows<Row>; row: Row; name: string };

export function ChooseRow<Row extends { id: number | string }>({
  chosen: { rows, choose },
  row,
  name,
}: ChooseRowProps<Row>) {
  const others = rows.filter(({ id }) => id !== row.id);
  return (
    <Checkbox
      // The 44 px target extends into the next cell, so that the column stays narrow.
      className="-mr-2.5 pl-2.5"
      aria-label={`Select ${name}`}
      label={null}
      checked={others.length < rows.length}
      onChange={({ target }) => choose(target.checked ? [...others, row] : others)}
    />
  );
}

type ChooseAllProps<Row> = { chosen: ChosenRows<Row>; rows: Row[] };

export function ChooseAll<Row>({ chosen, rows }: ChooseAllProps<Row>) {
  const areAllChosen = rows.length > 0 && chosen.rows.length === rows.length;
  return (
    <Checkbox
      className="max-md:basis-auto!"
      label={`Select all ${rows.length}`}
      disabled={rows.length === 0}
      checked={areAllChosen}
      isPartial={chosen.rows.length > 0 && !areAllChosen}
      onChange={({ target }) => chosen.choose(target.checked ? rows : [])}
    />
  );
}
