import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { type ReactNode, useState } from 'react';
import { ChoiceOption } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import { Pager } from '../../lists/pager.tsx';
import { RowTable } from '../../lists/row-table.tsx';

export const makeLineColumns = <State extends string>(
  states: Record<State, readonly [word: string, BadgeTone]>,
): Column<{ line: number; place: string | null; state: State }>[] => [
  {
    heading: 'Line',
    cell: ({ line, place }) => (
      <span className="tabular-nums">
        {line}
        {place && <span className="block text-sm text-muted">{place}</span>}
      </span>
    ),
  },
  {
    heading: 'State',
    phone: 'fact',
    cell: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge>,
  },
];

type LinePagesProps<Line> = {
  caption: string;
  columns: Column<Line>[];
  lines: Line[];
  /** The states that the filter offers. An empty list hides the filter. */
  states: readonly (readonly [state: string, label: string])[];
  actions?: ((line: Line) => ReactNode) | undefined;
};

const PAGE_LINES = 50;

/** Draws one page at a time, because there may be thousands of lines. */
export function LinePages<Line extends { id: number; state: string }>({
  caption,
  columns,
  lines,
  states,
  actions,
}: LinePagesProps<Line>) {
  const [state, setState] = useState<string>();
  const [page, setPage] = useState(1);
  if (lines.length === 0) return null;
  const shownLines = state ? lines.filter((line) => line.state === state) : lines;
  return (
    <>
      {states.length > 0 && (
        <ChoiceOption
          label="Show"
          className="md:w-52"
          all={`All lines (${lines.length})`}
          choices={states}
          value={state}
          onChange={(chosen) => {
            setState(chosen);
            setPage(1);
          }}
        />
      )}
      <RowTable
        caption={caption}
        columns={columns}
        rows={shownLines.slice((page - 1) * PAGE_LINES, page * PAGE_LINES)}
        isOutdated={false}
        actions={actions}
      />
      <Pager page={page} onPage={setPage} size={PAGE_LINES} total={shownLines.length} />
    </>
  );
}
