import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Loaded, Page } from '../content/resource-api.ts';
import { LoadError } from '../parts/load-error.tsx';
import { Pager, type PagerProps } from './pager.tsx';

/** Screen readers announce a count after it has stayed the same for this time. */
const SETTLED_MS = 600;

/** The rows for a table or a grid. Undefined until the first answer arrives. */
export type ShownRows<Row> = {
  rows: Row[] | undefined;
  /** True while the rows are those of the previous query. */
  isOutdated: boolean;
};

type ListScreenProps<Row> = {
  /** Undefined when the list is part of another screen. */
  heading?: string;
  /** Text with the number of rows. Empty until it is known. */
  count: ReactNode;
  /** Plural noun for the messages. */
  many: string;
  found: Loaded<Page<Row>>;
  /** Buttons beside the heading. */
  tools?: ReactNode;
  /** Shown between the heading and the rows. */
  filters?: ReactNode;
  rows: (shown: ShownRows<Row>) => ReactNode;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** Undefined when the whole list is loaded at once. */
  paging?: Omit<PagerProps, 'total' | 'isOutdated'>;
  /** Shown below the list: other sections and dialogs. */
  children?: ReactNode;
};

/** The layout of every list: heading, count, tools, filters, rows or a message, and the pager. */
export function ListScreen<Row>({
  heading,
  count,
  many,
  found,
  tools,
  filters,
  rows,
  empty = <EmptyState title={`No ${many} found matching your criteria.`} />,
  paging,
  children,
}: ListScreenProps<Row>) {
  const { data, error, isPlaceholderData } = found;
  const top = useTopOfPage(paging?.page);
  return (
    <div ref={top} className="flex scroll-mt-20 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {/* of a given width, so that a longer count does not push the buttons down */}
        <div className="min-w-0 flex-[1_1_10rem]">
          {heading && (
            <Heading level={1} size="block">
              {heading}
            </Heading>
          )}
          <Count of={data}>{count || 'Counting…'}</Count>
        </div>
        {tools && <div className="flex flex-wrap gap-3">{tools}</div>}
      </div>
      {filters}
      {error && !data ? (
        <LoadError title={`The ${many} could not be loaded`} query={found} />
      ) : data?.items.length === 0 ? (
        empty
      ) : (
        <div className="relative flex flex-col gap-4">
          {isPlaceholderData && <ReloadLine />}
          {rows({ rows: data?.items, isOutdated: isPlaceholderData })}
        </div>
      )}
      {paging && <Pager {...paging} total={data?.total} isOutdated={isPlaceholderData} />}
      {children}
    </div>
  );
}

/** Screen readers announce the count once typing pauses, not for each letter. */
function Count({ of, children }: { of: unknown; children: ReactNode }) {
  const [settled, setSettled] = useState(of);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(of), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [of]);
  return (
    <p aria-live="polite" aria-busy={settled !== of} className="text-muted">
      {children}
    </p>
  );
}

/** A moving line above rows that are about to be replaced. Only a slow reload shows it. */
const ReloadLine = () => (
  <div
    data-testid="reload-line"
    aria-hidden
    className="absolute inset-x-0 -top-2.5 h-1 animate-fade overflow-hidden rounded-full bg-line [animation-delay:150ms]"
  >
    <div className="h-full w-1/3 animate-sweep rounded-full bg-green forced-color-adjust-none forced-colors:bg-[Highlight]" />
  </div>
);

/** Scrolls to the top of the list when another page is shown: the pager stands at its end. */
function useTopOfPage(page = 1) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    top.current?.scrollIntoView({ block: 'start' });
  }, [page]);
  return top;
}
