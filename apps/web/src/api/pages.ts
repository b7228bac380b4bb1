import { listLimits } from '@institute/contract/api.constants';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

/** `total` counts the whole list. */
export type Page<T> = { data: T[]; meta: { total: number } };

export const pageOptions = <T>(queryKey: QueryKey, queryFn: () => Promise<Page<T>>) =>
  queryOptions<Page<T>, Error, Page<T>, QueryKey>({ ...publicQuery, queryKey, queryFn });
type PageOptions<T> = ReturnType<typeof pageOptions<T>>;

export type PageOf<T> = (page: number) => PageOptions<T>;

/** Empty for the first page, whose URL has no parameters. */
export const offsetOf = (page: number) => (page > 1 ? { offset: (page - 1) * listLimits.summaries } : {});

export const pagesShown = (wanted: number, total: number): number =>
  Math.max(1, Math.min(wanted, Math.ceil(total / listLimits.summaries)));

export const laterPages = (last: number): number[] => Array.from({ length: last - 1 }, (_, at) => at + 2);

export const totalOf = <T>(client: QueryClient, pageOf: PageOf<T>): number | undefined =>
  client.getQueryData(pageOf(1).queryKey)?.meta.total;
