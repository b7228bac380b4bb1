import { firstCalls, type Office } from '../api/first-calls.ts';
import { listAddress } from './address.ts';
import { listQuery } from './list-search.ts';

type ListCall = (office: Office) => { prefetch: (query: { limit: number; offset: number }) => unknown };

/** The first page of a list that has no sort of its own. */
export const firstPage = (list: ListCall) => firstCalls((office) => list(office).prefetch(listQuery({})));

/** The address, the title and the loader of a list. */
export const listRoute = (title: string, list: ListCall) => ({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: `${title} – Admin` }] }),
  loader: firstPage(list),
});
