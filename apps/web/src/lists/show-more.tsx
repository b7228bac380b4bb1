import { listLimits } from '@institute/contract/api.constants';
import { Spinner } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Api } from '../api/api.ts';
import { useApi } from '../api/context.ts';
import { countPagesShown, listLaterPages, type PageOf } from '../api/load.ts';
import { type ListChoice, readPagesWanted } from './list-choice.ts';

const makePageId = (page: number) => `page-${page}`;

export const markPageStart = (index: number) =>
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
    // The link has moved on; keyboard users continue with the first new item
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
  pagesOf: (queries: Api['queries'], choice: ListChoice) => PageOf<T>,
  choice: ListChoice,
  options: UsePagesOptions = {},
) {
  const pageOf = pagesOf(useApi().queries, choice);
  const first = useQuery({ ...pageOf(1), ...options, placeholderData: keepPreviousData });
  const total = first.data?.meta.total;
  const shown = first.isPlaceholderData ? 1 : countPagesShown(readPagesWanted(choice), total ?? 0);
  const later = useQueries({
    queries: listLaterPages(shown).map((page) => ({ ...pageOf(page), ...options })),
  });
  const pages = [first, ...later];
  const missing = pages.find(({ data }) => !data);

  return {
    data: first.data && mergePages(pages.map(({ data }) => data?.data ?? [])),
    total,
    isPrevious: first.isPlaceholderData,
    next: missing ? shown : countPagesShown(shown + 1, total ?? 0) > shown ? shown + 1 : undefined,
    isPending: missing?.isPending ?? false,
    isError: missing?.isError ?? false,
    isFetching: missing?.isFetching ?? false,
    refetch: () => missing?.refetch(),
  };
}

/** Removes duplicates: a new item moves others to the next page between two requests. */
const mergePages = <T extends { id: number }>(pages: T[][]): T[] => [
  ...new Map(pages.flat().map((item) => [item.id, item])).values(),
];
