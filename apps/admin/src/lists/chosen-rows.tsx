import { Checkbox } from '@institute/ui/checkbox.tsx';
import { useState } from 'react';

type ChosenRows<Row> = {
  rows: Row[];
  choose: (rows: Row[]) => void;
};

type WithDrop<Row> = ChosenRows<Row> & {
  /** Takes out rows that were changed or are gone. Because of one of them, a bulk action would be refused. */
  drop: (ids: (number | string)[]) => void;
};

/** The rows that are chosen for one page or one filter of a list. Another begins with none. */
export function useChosenRows<Row extends { id: number | string }>(search: object): WithDrop<Row> {
  const here = JSON.stringify(search);
  const [{ place, rows }, setChosen] = useState({ place: here, rows: [] as Row[] });
  return {
    rows: place === here ? rows : [],
    choose: (next) => setChosen({ place: here, rows: next }),
    // others may have been chosen while the change was under way
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
      // Its target of 44 px reaches into the next cell, so that the column stays narrow.
      className="md:-mr-2.5 md:pl-2.5"
      label={
        <>
          <span className="md:sr-only">Select</span>
          <span className="sr-only"> {name}</span>
        </>
      }
      checked={others.length < rows.length}
      onChange={({ target }) => choose(target.checked ? [...others, row] : others)}
    />
  );
}

type ChooseAllProps<Row> = { chosen: ChosenRows<Row>; rows: Row[] };

/** Chooses every row of the page, or none. */
export function ChooseAll<Row>({ chosen, rows }: ChooseAllProps<Row>) {
  const areAllChosen = rows.length > 0 && chosen.rows.length === rows.length;
  return (
    <Checkbox
      label={`Select all ${rows.length}`}
      checked={areAllChosen}
      isPartial={chosen.rows.length > 0 && !areAllChosen}
      onChange={({ target }) => chosen.choose(target.checked ? rows : [])}
    />
  );
}
