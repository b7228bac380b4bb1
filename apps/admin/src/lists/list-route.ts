import type * as z from 'zod/mini';
import { makeFirstCallsLoader, type OfficeQueryUtils } from '../api/first-calls.ts';
import { listAddressSchema } from './address.ts';
import { makeListQuery } from './list-search.ts';

type ListPrefetchCall = (office: OfficeQueryUtils) => {
  prefetch: (query: { limit: number; offset: number }) => unknown;
};

/**
 * Makes the address, title and loader of a list's route. The loader fetches the first page, which needs no
 * order.
 */
export const makeAddressedRoute = <A extends z.ZodMiniType>(
  title: string,
  address: A,
  list: ListPrefetchCall,
) => ({
  validateSearch: address,
  head: () => ({ meta: [{ title: `${title} – Admin` }] }),
  loader: makeFirstCallsLoader((office) => list(office).prefetch(makeListQuery({}))),
});

export const declareListRoute = (title: string, list: ListPrefetchCall) =>
  makeAddressedRoute(title, listAddressSchema, list);
