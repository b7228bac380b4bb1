import { limits } from '@institute/contract/common.constants';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

/** A part of a list and the number of all its items. */
export type Page<T> = { data: T[]; meta: { total: number } };

/** How one page of a list is asked for. */
export const pageOptions = <T>(queryKey: QueryKey, queryFn: () => Promise<Page<T>>) =>
  queryOptions<Page<T>, Error, Page<T>, QueryKey>({ ...publicQuery, queryKey, queryFn });
type PageOptions<T> = ReturnType<typeof pageOptions<T>>;

/** The pages of a list, counted from 1. */
export type PageOf<T> = (page: number) => PageOptions<T>;

/** The part of a query that asks for a page. */
export const offsetOf = (page: number) => (page > 1 ? { offset: (page - 1) * limits.summaries } : {});

/** How many pages are shown to a visitor who has asked for `wanted` of them. */
export const pagesShown = (wanted: number, total: number): number =>
  Math.max(1, Math.min(wanted, Math.ceil(total / limits.summaries)));

/** The pages after the first, up to `last`. */
export const laterPages = (last: number): number[] => Array.from({ length: last - 1 }, (_, at) => at + 2);

/** How many items a list has in all, once its first page has come. */
export const totalOf = <T>(client: QueryClient, pageOf: PageOf<T>): number | undefined =>
  client.getQueryData(pageOf(1).queryKey)?.meta.total;
