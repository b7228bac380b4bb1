import { type ActivityQuery, activityQuery as activityQuerySchema, entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/activity.constants';
import { listSearch, PAGE_SIZE } from '../../lists/list-search.ts';

const isDay = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const sorts = activityQuerySchema.shape.sort.unwrap().options;
const knownSort = (sort: string | undefined) => sorts.find((name) => name === sort);

export function activityQuery({ page = 1, sort, ...search }: ActivitySearch): ActivityQuery {
  const type = activityTypes.find((word) => word === search.type);
  const entityType = entityTypes.find((word) => word === search.entityType);
  const id = Number(search.account);
  const account =
    search.account === 'system' ? 'system' : Number.isSafeInteger(id) && id > 0 ? id : undefined;
  return {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    ...(knownSort(sort) && { sort: knownSort(sort) }),
    ...(type && { type }),
    ...(entityType && { entityType }),
    ...(search.medical === READ && { medical: true }),
    ...(account && { account }),
    ...(isDay(search.from) && { from: search.from }),
    ...(isDay(search.to) && { to: search.to }),
  };
}

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
