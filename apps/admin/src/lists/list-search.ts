import type { SelectChoices } from '@institute/ui/select.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { type ListSearch, PAGE_SIZE } from './address.ts';
import { makeCapitalisedChoices } from './choice.tsx';
import type { Column } from './column.ts';

export type ListFilter<Category extends string = string> = {
  /** Name of the parameter in the address and in the query. */
  name?: 'category' | 'status' | 'currency';
  label: string;
  /** The first choice, which shows everything. */
  all: string;
  choices: SelectChoices<Category>;
  /** Value of the choice in the address, where that differs from the choice. */
  inAddress?(chosen: Category | undefined): string;
};

export const readFilterName = ({ name = 'category' }: Pick<ListFilter, 'name'> = {}) => name;

export const makeCategoryFilter = <C extends string>(categories: readonly C[]): ListFilter<C> => ({
  label: 'Category',
  all: 'All categories',
  choices: makeCapitalisedChoices(categories),
});

export type ListChoices<Category extends string = string> = {
  filter?: ListFilter<Category> | undefined;
  secondFilter?: ListFilter | undefined;
  columns?: readonly Pick<Column<never>, 'sort'>[] | undefined;
};

export type ListQuery<Category extends string = string> = {
  limit: number;
  offset: number;
  q?: string;
  category?: Category;
  /** The values differ from list to list, so the type allows none here and the server checks them. */
  status?: never;
  sort?: never;
};

export function makeListQuery<C extends string>(
  { q, page = 1, size = PAGE_SIZE, sort, ...choices }: ListSearch,
  { filter, secondFilter, columns }: ListChoices<C> = {},
): ListQuery<C> {
  // The names of the filters differ from list to list, so the type of a query does not contain them.
  const filterFields: object = {
    ...readFilterChoice(filter, choices),
    ...readFilterChoice(secondFilter, choices),
    ...(isSortable(columns, sort) && { sort }),
  };
  // An empty `q` is left out, because spread over another query it would remove that query's search
  return { limit: size, offset: (page - 1) * size, ...(q && { q }), ...filterFields };
}

/** Undefined when the filter shows all. */
export const findChosenCategory = (filter: ListFilter, choices: ListSearch) =>
  filter.choices.find(([value]) => toFilterAddress(filter, value) === choices[readFilterName(filter)])?.[0];

export const toFilterAddress = (filter: ListFilter, chosen: string | undefined) =>
  filter.inAddress ? filter.inAddress(chosen) : chosen;

function readFilterChoice(filter: ListFilter | undefined, choices: ListSearch) {
  const chosenCategory = filter && findChosenCategory(filter, choices);
  return chosenCategory && { [readFilterName(filter)]: chosenCategory };
}

const isSortable = (columns: ListChoices['columns'] = [], sort = '') =>
  columns.some((column) => typeof column.sort === 'string' && column.sort === sort.replace(/^-/, ''));

/** The rows of the previous query stay until those of the next are there. */
export const keepPreviousRowsOption = { placeholderData: keepPreviousData };

export const countPages = (total: number, size = PAGE_SIZE) => Math.max(1, Math.ceil(total / size));

export const isListNarrowedBy = (filter: object) =>
  Object.values(filter).some((value) => value !== undefined);

export type ChangeSearch<Search> = (
  part: Partial<Omit<Search, 'sort'>> & { sort?: string | undefined },
) => void;

/** Functions that change the address of a list. Another filter, order or size starts at the first page. */
export function useListSearch<Search extends Pick<ListSearch, 'page' | 'size'>>(search: Search) {
  const navigate = useNavigate();
  // Back returns to the previous page, but not to every letter of a search.
  const navigateToList = (next: object, replace = true) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  const changeSearch: ChangeSearch<Search> = (part) =>
    navigateToList({ ...search, ...part, page: undefined });
  return {
    search,
    changeSearch,
    onSort: (sort: string) => navigateToList({ ...search, sort, page: undefined }),
    showAll: () => navigateToList({}),
    paging: {
      page: search.page,
      onPage: (page: number, replace: boolean) => navigateToList({ ...search, page }, replace),
      size: search.size,
      onSize: (size: number) => navigateToList({ ...search, size, page: undefined }),
    },
  };
}

/** Opens the item that the address names by `open`, and removes `open` from the address. */
export function useItemOpenedByAddress(open: number | undefined, show: (id: number) => void): void {
  const navigate = useNavigate();
  const onOpen = useEffectEvent(show);
  useEffect(() => {
    if (!open) return;
    onOpen(open);
    void navigate({
      to: '.',
      search: ({ open: _, ...others }: { open?: unknown }) => others,
      replace: true,
      resetScroll: false,
    });
  }, [open, navigate]);
}
