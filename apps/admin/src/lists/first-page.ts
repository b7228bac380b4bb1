import { firstCalls, type Office } from '../api/first-calls.ts';
import { listQuery } from './list-search.ts';

/** The first page of a list that has no sort of its own. */
export const firstPage = (
  list: (office: Office) => { prefetch: (query: { limit: number; offset: number }) => unknown },
) => firstCalls((office) => list(office).prefetch(listQuery({})));
