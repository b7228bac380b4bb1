import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { laterPages, type PageOf, pagesShown } from './pages.ts';

type UsePagesOptions = { refetchOnMount?: 'always' };

/**
 * The first `wanted` pages of a list as one. While another choice is asked for, the items of the former one stay.
 */
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
    /** Undefined until the first page has come. */
    items: first.data && merged(pages.map(({ data }) => data?.data ?? [])),
    total,
    /** The page that is shown next, where there is one. */
    next: missing ? shown : pagesShown(shown + 1, total ?? 0) > shown ? shown + 1 : undefined,
    isPending: missing?.isPending ?? false,
    /** A page could not be had. */
    isError: missing?.isError ?? false,
    isFetching: missing?.isFetching ?? false,
    refetch: () => missing?.refetch(),
  };
}

/** An item that a newer one has moved to the next page meanwhile stands in the list once. */
const merged = <T extends { id: number }>(pages: T[][]): T[] => [
  ...new Map(pages.flat().map((item) => [item.id, item])).values(),
];
