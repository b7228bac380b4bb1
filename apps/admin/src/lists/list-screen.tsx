import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { LoadError, type LoadedQuery } from '../ui/load-error.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { Pager, type PagerProps } from './pager.tsx';
import { useAfterFirstPaint } from './use-after-first-paint.ts';

/** Screen readers announce a count that has stayed the same for this time. */
const COUNT_ANNOUNCE_DELAY_MS = 600;

export type ListPage<Row> = { items: Row[]; total: number; isMore?: boolean | undefined };

export type ShownRows<Row> = {
  rows: Row[] | undefined;
  /** True while the rows belong to the previous query. */
  isOutdated: boolean;
};

/** On a phone, the checkbox that chooses all rows and the select for the order share a line. */
export const rowsClass =
  'flex flex-wrap items-center gap-2.5 *:min-w-0 *:basis-full md:flex-col md:flex-nowrap md:items-stretch md:*:basis-auto';

type ListScreenProps<Row> = {
  heading: string;
  count: ReactNode;
  many: string;
  found: LoadedQuery<ListPage<Row>>;
  tools?: ReactNode;
  /** In the first line, between the heading and the tools. */
  filters?: ReactNode;
  /** Sums of the listed rows. They stand before the tools where they need a line of their own. */
  sums?: ReactNode;
  /** Lines between the toolbar and the rows. */
  notice?: ReactNode;
  rows: (shown: ShownRows<Row>) => ReactNode;
  empty: ReactNode;
  paging?: Omit<PagerProps, 'total' | 'isOutdated'>;
  children?: ReactNode;
};

export function ListScreen<Row>({
  heading,
  count,
  many,
  found,
  tools,
  filters,
  sums,
  notice,
  rows,
  empty,
  paging,
  children,
}: ListScreenProps<Row>) {
  const { error, isPlaceholderData } = found;
  // The screen and its skeletons are painted first. Rows never hold up what the user presses or types.
  const deferredData = useDeferredValue(found.data, undefined);
  const isAfterFirstPaint = useAfterFirstPaint();
  const areRowsOutdated = isPlaceholderData || deferredData !== found.data;
  const topOfPageRef = useTopOfPage(paging?.page);
  return (
    <div ref={topOfPageRef} className="flex scroll-mt-20 flex-col gap-2.5 md:gap-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 md:gap-x-2 md:gap-y-1.5">
        {/* The width is fixed, so that a longer count does not push the buttons down. */}
        <div className="min-w-0 flex-[1_1_10rem] md:flex-[1_1_12.5rem]">
          <Heading level={1} size="block" className="md:text-lg md:leading-6">
            {heading}
          </Heading>
          <AnnouncedCount of={found.data}>{(isAfterFirstPaint && count) || 'Counting…'}</AnnouncedCount>
        </div>
        {filters}
        {sums !== undefined && (
          // The line of sums takes its space before the sums are loaded
          <p className="order-1 min-h-lh basis-full text-muted md:order-none md:flex-[1_1_20rem] md:text-sm">
            {sums}
          </p>
        )}
        {isAfterFirstPaint && tools && (
          <div className="flex flex-wrap gap-3 md:ml-auto md:gap-2">{tools}</div>
        )}
      </div>
      {notice}
      {error && !deferredData ? (
        <LoadError title={`The ${many} could not be loaded`} query={found} />
      ) : deferredData?.items.length === 0 ? (
        empty
      ) : (
        <div className={cx('relative', rowsClass)}>
          {isPlaceholderData && <SlowReloadLine />}
          {isAfterFirstPaint ? (
            rows({ rows: deferredData?.items, isOutdated: areRowsOutdated })
          ) : (
            <SkeletonBars />
          )}
        </div>
      )}
      {isAfterFirstPaint && paging && (
        <Pager {...paging} total={deferredData?.total} isOutdated={areRowsOutdated} />
      )}
      {isAfterFirstPaint && children}
    </div>
  );
}

/**
 * Skeleton bars, painted with the heading before the columns and dialogs of the list are made. One animation
 * for all costs less than six.
 */
const SkeletonBars = () => (
  <div aria-hidden className="rounded-card border border-line bg-card p-4 md:pt-16">
    <div className="flex animate-pulse flex-col gap-8.25">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="h-8 rounded-small bg-line" />
      ))}
    </div>
  </div>
);

/** Screen readers announce the count once typing pauses, not for each letter. */
function AnnouncedCount({ of, children }: { of: unknown; children: ReactNode }) {
  const settledContent = useDebounced(of, COUNT_ANNOUNCE_DELAY_MS);
  return (
    <p aria-live="polite" aria-busy={settledContent !== of} className="text-muted md:text-sm md:leading-5">
      {children}
    </p>
  );
}

/** Only a slow reload shows this line. */
const SlowReloadLine = () => (
  <div
    data-testid="reload-line"
    aria-hidden
    className="absolute inset-x-0 -top-2.5 h-1 animate-fade overflow-hidden rounded-full bg-line [animation-delay:150ms]"
  >
    <div className="h-full w-1/3 animate-sweep rounded-full bg-green forced-color-adjust-none forced-colors:bg-[Highlight]" />
  </div>
);

/** The pager is at the end of the list, so another page must scroll to its top. */
function useTopOfPage(page = 1) {
  const topElement = useRef<HTMLDivElement>(null);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    topElement.current?.scrollIntoView({ block: 'start' });
  }, [page]);
  return topElement;
}
