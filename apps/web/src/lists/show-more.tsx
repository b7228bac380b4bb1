import { listLimits } from '@institute/contract/api.constants';
import { Spinner } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Api } from '../api/api.ts';
import { useApi } from '../api/context.ts';
import { countPagesShown, listLaterPages, type MakePageOptions } from '../api/load.ts';
import { type ListChoice, readPagesWanted } from './list-choice.ts';

const makePageId = (page: number) => `page-${page}`;

export const makePageStartProps = (index: number) =>
  index > 0 && index % listLimits.summaries === 0
    ? { id: makePageId(index / listLimits.summaries + 1), tabIndex: -1 }
    : undefined;

type ShowMoreProps = {
  next: number | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => void;
};

/** A plain link to the same list with one more page, which scripts add in place. */
export function ShowMore({ next, isPending, isError, isFetching, refetch }: ShowMoreProps) {
  const requestedPage = useRef<number>(undefined);
  useEffect(() => {
    const pageStart = requestedPage.current && document.getElementById(makePageId(requestedPage.current));
    if (!pageStart) return;
    requestedPage.current = undefined;
    // The link has moved down, so the focus goes to the first new item for keyboard users
    pageStart.focus({ preventScroll: true });
  });

  if (!next) return null;
  if (isError) return <ErrorState onRetry={refetch} pending={isFetching} />;
  return (
    <p className="mt-8 flex justify-center">
      <ButtonLink
        to="."
        search={(now: object) => ({ ...now, page: String(next) })}
        hash={makePageId(next)}
        hashScrollIntoView={false}
        resetScroll={false}
        replace
        onClick={() => {
          requestedPage.current = next;
        }}
        variant="outline"
        size="lg"
        aria-busy={isPending || undefined}
      >
        {isPending && <Spinner />}
        Show more
      </ButtonLink>
    </p>
  );
}

type UsePagesOptions = { refetchOnMount?: 'always' };

export function usePages<T extends { id: number }>(
  pagesOf: (queries: Api['queries'], choice: ListChoice) => MakePageOptions<T>,
  choice: ListChoice,
  options: UsePagesOptions = {},
) {
  const makePageOptions = pagesOf(useApi().queries, choice);
  const firstPage = useQuery({ ...makePageOptions(1), ...options, placeholderData: keepPreviousData });
  const totalCount = firstPage.data?.meta.total;
  const shownPageCount = firstPage.isPlaceholderData
    ? 1
    : countPagesShown(readPagesWanted(choice), totalCount ?? 0);
  const laterPages = useQueries({
    queries: listLaterPages(shownPageCount).map((page) => ({ ...makePageOptions(page), ...options })),
  });
  const pageQueries = [firstPage, ...laterPages];
  const queryOfMissingPage = pageQueries.find(({ data }) => !data);

  return {
    data: firstPage.data && mergePages(pageQueries.map(({ data }) => data?.data ?? [])),
    total: totalCount,
    isPrevious: firstPage.isPlaceholderData,
    next: queryOfMissingPage
      ? shownPageCount
      : countPagesShown(shownPageCount + 1, totalCount ?? 0) > shownPageCount
        ? shownPageCount + 1
        : undefined,
    isPending: queryOfMissingPage?.isPending ?? false,
    isError: queryOfMissingPage?.isError ?? false,
    isFetching: queryOfMissingPage?.isFetching ?? false,
    refetch: () => queryOfMissingPage?.refetch(),
  };
}

/** Removes duplicates: a new item moves others to the next page between two requests. */
const mergePages = <T extends { id: number }>(pages: T[][]): T[] => [
  ...new Map(pages.flat().map((item) => [item.id, item])).values(),
];
