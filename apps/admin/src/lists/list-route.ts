import type * as z from 'zod/mini';
import { firstCalls, type Office } from '../api/first-calls.ts';
import { listAddress } from './address.ts';
import { listQuery } from './list-search.ts';

type ListCall = (office: Office) => { prefetch: (query: { limit: number; offset: number }) => unknown };

/** The address, the title and the loader of a list, whose first page needs no order. */
export const makeAddressedRoute = <A extends z.ZodMiniType>(title: string, address: A, list: ListCall) => ({
  validateSearch: address,
  head: () => ({ meta: [{ title: `${title} – Admin` }] }),
  loader: firstCalls((office) => list(office).prefetch(listQuery({}))),
});

export const declareListRoute = (title: string, list: ListCall) =>
  makeAddressedRoute(title, listAddress, list);
