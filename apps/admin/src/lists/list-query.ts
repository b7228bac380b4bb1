import { capitalise } from '@institute/contract/text';
import type { ListQuery } from '../content/resource-api.ts';
import type { Column } from './column.ts';
import { type ListSearch, PAGE_SIZE } from './list-search.ts';

export type ListFilter<Category extends string = string> = {
  /** Name of the parameter in the address and in the query. */
  name?: 'category' | 'status' | 'currency';
  label: string;
  /** The first one is the default. */
  choices: readonly FilterChoice<Category>[];
};

type FilterChoice<Category extends string> = {
  label: string;
  value: string;
  /** Value in the query; undefined shows all. */
  category?: Category;
};

export const filterName = ({ name = 'category' }: Pick<ListFilter, 'name'> = {}) => name;

export const categoryFilter = <C extends string>(categories: readonly C[]): ListFilter<C> => ({
  label: 'Category',
  choices: [
    { label: 'All categories', value: 'all' },
    ...categories.map((category) => ({ label: capitalise(category), value: category, category })),
  ],
});

type Further = {
  secondFilter?: ListFilter | undefined;
  columns?: readonly Pick<Column<never>, 'sort'>[] | undefined;
};

export function listQuery<C extends string>(
  { q, page = 1, size = PAGE_SIZE, sort, ...choices }: ListSearch,
  filter?: ListFilter<C>,
  { secondFilter, columns }: Further = {},
): ListQuery<C> {
  // The names differ from list to list, so the type of a query does not have them.
  const own: object = {
    ...chosenBy(filter, choices),
    ...chosenBy(secondFilter, choices),
    ...(isSortOf(columns, sort) && { sort }),
  };
  return { limit: size, offset: (page - 1) * size, ...(q && { q: q.trim() }), ...own };
}

function chosenBy(filter: ListFilter | undefined, choices: ListSearch) {
  const name = filterName(filter);
  const chosen = filter?.choices.find(({ value }) => value === choices[name])?.category;
  return chosen && { [name]: chosen };
}

/**
 * A search reuses rows that were loaded while the user typed. A list without a search is loaded anew when it
 * opens.
 */
export const keepSearched = (q: string | undefined) => ({ staleTime: q ? 2000 : 0 });

/** Further typing aborts the call. */
export const loadAhead = { staleTime: 2000, trpc: { abortOnUnmount: true } };

const isSortOf = (columns: Further['columns'] = [], sort = '') =>
  columns.some((column) => typeof column.sort === 'string' && column.sort === sort.replace(/^-/, ''));

export const pageCount = (total: number, size = PAGE_SIZE) => Math.max(1, Math.ceil(total / size));
