import { listSearch } from '../../lists/list-search.ts';

const filters = ['type', 'entityType', 'medical', 'account', 'from', 'to'] as const;
export const READ = 'read';
export type ActivityFilter = (typeof filters)[number];

export type ActivitySearch = { [F in ActivityFilter]?: string } & {
  sort?: string;
  /** Counted from 1. The first page is left out. */
  page?: number;
};

export function activitySearch(raw: Record<string, unknown>): ActivitySearch {
  const { sort, page } = listSearch({ sort: raw.sort, page: raw.page });
  const given = filters.filter((name) => typeof raw[name] === 'string' && raw[name] !== '');
  return {
    ...Object.fromEntries(given.map((name) => [name, raw[name]])),
    ...(sort && { sort }),
    ...(page && { page }),
  };
}
