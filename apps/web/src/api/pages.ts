import { listLimits } from '@institute/contract/lists.constants';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

/** One page of a list, and the number of items in the whole list. */
export type Page<T> = { data: T[]; meta: { total: number } };

/** Options of the query for one page. */
export const pageOptions = <T>(queryKey: QueryKey, queryFn: () => Promise<Page<T>>) =>
  queryOptions<Page<T>, Error, Page<T>, QueryKey>({ ...publicQuery, queryKey, queryFn });
type PageOptions<T> = ReturnType<typeof pageOptions<T>>;

/** The pages of a list, counted from 1. */
export type PageOf<T> = (page: number) => PageOptions<T>;

/** Query parameters of a page. The first page needs none. */
export const offsetOf = (page: number) => (page > 1 ? { offset: (page - 1) * listLimits.summaries } : {});

/** Number of pages to show when a visitor wants `wanted` pages. */
export const pagesShown = (wanted: number, total: number): number =>
  Math.max(1, Math.min(wanted, Math.ceil(total / listLimits.summaries)));

/** The pages after the first, up to `last`. */
export const laterPages = (last: number): number[] => Array.from({ length: last - 1 }, (_, at) => at + 2);

/** Number of items in the whole list, once its first page is loaded. */
export const totalOf = <T>(client: QueryClient, pageOf: PageOf<T>): number | undefined =>
  client.getQueryData(pageOf(1).queryKey)?.meta.total;
