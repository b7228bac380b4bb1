import { Heading } from '@institute/ui/heading.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { LoadError, type LoadedQuery } from './load-error.tsx';

type PanelTarget = { to: string; search?: Record<string, string | number> | undefined };

type PanelProps<Row> = {
  title: string;
  /** Leads to the whole list. */
  all?: PanelTarget & { label: string };
  query: Pick<LoadedQuery<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  failed: string;
  /** Words for a list without rows. */
  empty: string;
  row: (row: Row, place: number) => ReactNode;
  children?: ReactNode;
};

/** A part of the dashboard: the first rows of a list, with a link to it. */
export function Panel<Row>({ title, all, query, rows, failed, empty, row, children }: PanelProps<Row>) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // As high as four rows while they load
      className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-card md:min-h-52"
    >
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4">
        <Heading id={id} level={2} size="card">
          {title}
        </Heading>
        {all && (
          <Link
            to={all.to}
            search={all.search}
            className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-end text-sm font-semibold text-green underline underline-offset-4"
          >
            {all.label}
          </Link>
        )}
      </div>
      {!rows && (query.error ? <LoadError title={failed} query={query} /> : skeleton)}
      {rows?.length === 0 && <p className="px-4 py-3 text-muted">{empty}</p>}
      {rows && rows.length > 0 && <ul className="flex flex-col divide-y divide-line">{rows.map(row)}</ul>}
      {children}
    </section>
  );
}

const skeleton = <Skeletons className="flex flex-col gap-2 p-4" heights={Array(3).fill('h-8')} />;

const rowClass =
  'group/row flex min-h-11 w-full items-center justify-between gap-3 px-4 py-1.5 text-left text-base -outline-offset-2 transition-colors md:min-h-10 pointer-coarse:min-h-11 hover:bg-sand';

type PanelRowProps = {
  text: string;
  hint?: string | null | undefined;
  /** Stands before the fact. */
  mark?: ReactNode;
  fact?: string;
} & ((PanelTarget & { onPress?: never }) | { to?: never; search?: never; onPress: () => void });

/** One line. What is cut is whole in the title, and while the keyboard is on the row. */
export function PanelRow({ text, hint, mark, fact, to, search, onPress }: PanelRowProps) {
  const panelRowTexts = (
    <>
      <span
        title={[text, hint].filter(Boolean).join(', ')}
        className="min-w-0 truncate group-focus-visible/row:wrap-anywhere group-focus-visible/row:whitespace-normal"
      >
        <span className="font-medium">{text}</span>
        {hint && <span className="ml-2 text-sm text-muted">{hint}</span>}
      </span>
      <span className="inline-flex shrink-0 items-center gap-3 text-sm whitespace-nowrap text-muted tabular-nums">
        {mark}
        {fact}
      </span>
    </>
  );
  return (
    <li>
      {onPress ? (
        <button type="button" className={rowClass} onClick={onPress}>
          {panelRowTexts}
        </button>
      ) : (
        <Link to={to} search={search} className={rowClass}>
          {panelRowTexts}
        </Link>
      )}
    </li>
  );
}
