import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { laterPages, type PageOf, pagesShown } from './pages.ts';

type UsePagesOptions = { refetchOnMount?: 'always' };

export function usePages<T extends { id: number }>(
  pageOf: PageOf<T>,
  wanted: number,
  options: UsePagesOptions = {},
) {
  const first = useQuery({ ...pageOf(1), ...options, placeholderData: keepPreviousData });
  const total = first.data?.meta.total;
  const shown = first.isPlaceholderData ? 1 : pagesShown(wanted, total ?? 0);
  const later = useQueries({ queries: laterPages(shown).map((page) => ({ ...pageOf(page), ...options })) });
  const pages = [first, ...later];
  const missing = pages.find(({ data }) => !data);

  return {
    items: first.data && merged(pages.map(({ data }) => data?.data ?? [])),
    total,
    next: missing ? shown : pagesShown(shown + 1, total ?? 0) > shown ? shown + 1 : undefined,
    isPending: missing?.isPending ?? false,
    isError: missing?.isError ?? false,
    isFetching: missing?.isFetching ?? false,
    refetch: () => missing?.refetch(),
  };
}

/** Removes duplicates: a new item moves others to the next page between two requests. */
const merged = <T extends { id: number }>(pages: T[][]): T[] => [
  ...new Map(pages.flat().map((item) => [item.id, item])).values(),
];
