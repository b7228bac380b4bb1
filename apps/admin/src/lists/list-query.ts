import { capitalise } from '@institute/contract/text';
import type { ListQuery } from '../content/resource-api.ts';
import type { Column } from './column.ts';
import { type ListSearch, PAGE_SIZE } from './list-search.ts';

/** A filter with one choice among several. */
export type ListFilter<Category extends string = string> = {
  /** Name of the parameter in the address and in the query. */
  name?: 'category' | 'status';
  /** Label of the control. */
  label: string;
  /** The first one is the default. */
  choices: readonly FilterChoice<Category>[];
};

type FilterChoice<Category extends string> = {
  label: string;
  /** Value in the address. */
  value: string;
  /** Value in the query; undefined shows all. */
  category?: Category;
};

export const filterName = ({ name = 'category' }: Pick<ListFilter, 'name'> = {}) => name;

/** All, or one category. */
export const categoryFilter = <C extends string>(categories: readonly C[]): ListFilter<C> => ({
  label: 'Category',
  choices: [
    { label: 'All categories', value: 'all' },
    ...categories.map((category) => ({ label: capitalise(category), value: category, category })),
  ],
});

type Further = {
  /** A second filter, which not every resource has. */
  statusFilter?: ListFilter | undefined;
  /** The columns that can be sorted by. */
  columns?: readonly Pick<Column<never>, 'sort'>[] | undefined;
};

/** Builds the query for an address. Ignores unknown choices. */
export function listQuery<C extends string>(
  { q, page = 1, size = PAGE_SIZE, sort, ...choices }: ListSearch,
  filter?: ListFilter<C>,
  { statusFilter, columns }: Further = {},
): ListQuery<C> {
  const name = filterName(filter);
  const chosen = filter?.choices.find(({ value }) => value === choices[name])?.category;
  const status = statusFilter?.choices.find(({ value }) => value === choices.status)?.category;
  // the names differ from list to list, so the type of a query does not have them
  const own: object = { ...(status && { status }), ...(isSortOf(columns, sort) && { sort }) };
  return {
    limit: size,
    offset: (page - 1) * size,
    ...(q && { q: q.trim() }),
    ...(chosen && { [name]: chosen }),
    ...own,
  };
}

/** A search shows rows that were loaded while the user typed. A list without a search is loaded anew when it opens. */
export const keepSearched = (q: string | undefined) => ({ staleTime: q ? 2000 : 0 });

/** Options for loading rows that will be shown next. Further typing aborts the call. */
export const loadAhead = { staleTime: 2000, trpc: { abortOnUnmount: true } };

const isSortOf = (columns: Further['columns'] = [], sort = '') =>
  columns.some((column) => typeof column.sort === 'string' && column.sort === sort.replace(/^-/, ''));

export const pageCount = (total: number, size = PAGE_SIZE) => Math.max(1, Math.ceil(total / size));
