import { capitalise } from '@institute/contract/text';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { ListQuery } from '../api/resource-api.ts';
import type { Column } from './column.ts';

export type ListSearch = {
  q?: string;
  category?: string;
  status?: string;
  currency?: string;
  /**
   * Name of the sorted column, with `-` before it for descending order. Without it the list has its usual
   * order.
   */
  sort?: string;
  /** Counted from 1. The first page is left out. */
  page?: number;
  /** The default is left out. */
  size?: number;
  open?: number;
};

export const PAGE_SIZE = 20;
export const pageSizes = [PAGE_SIZE, 50, 100];

/** Drops invalid values. */
export function listSearch({
  q,
  category,
  status,
  currency,
  sort,
  page,
  size,
  open,
}: Record<string, unknown>): ListSearch {
  // A text of digits comes from the address as a number.
  const text = typeof q === 'number' ? String(q) : q;
  const number = Number(page);
  const rows = Number(size);
  const opened = Number(open);
  return {
    ...(typeof text === 'string' && text.trim() && { q: text }),
    ...(typeof category === 'string' && category && { category }),
    ...(typeof status === 'string' && status && { status }),
    ...(typeof currency === 'string' && currency && { currency }),
    ...(typeof sort === 'string' && sort && { sort }),
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
    ...(rows !== PAGE_SIZE && pageSizes.includes(rows) && { size: rows }),
    ...(Number.isSafeInteger(opened) && opened > 0 && { open: opened }),
  };
}

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

/** `all` is the label of the first choice, which shows everything. */
export const choiceFilter = <C extends string>(
  { label, all, name }: { label: string; all: string; name?: ListFilter['name'] },
  values: readonly C[],
  wordOf: (value: C) => string = capitalise,
): ListFilter<C> => ({
  ...(name && { name }),
  label,
  choices: [
    { label: all, value: 'all' },
    ...values.map((value) => ({ label: wordOf(value), value, category: value })),
  ],
});

export const categoryFilter = <C extends string>(categories: readonly C[]) =>
  choiceFilter({ label: 'Category', all: 'All categories' }, categories);

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
    ...(isSortable(columns, sort) && { sort }),
  };
  return { limit: size, offset: (page - 1) * size, ...(q && { q: q.trim() }), ...own };
}

/** Undefined when the filter shows all. */
export const findChosen = (filter: ListFilter, choices: ListSearch) =>
  filter.choices.find(({ value }) => value === choices[filterName(filter)])?.category;

function chosenBy(filter: ListFilter | undefined, choices: ListSearch) {
  const chosen = filter && findChosen(filter, choices);
  return chosen && { [filterName(filter)]: chosen };
}

const isSortable = (columns: Further['columns'] = [], sort = '') =>
  columns.some((column) => typeof column.sort === 'string' && column.sort === sort.replace(/^-/, ''));

export const pageCount = (total: number, size = PAGE_SIZE) => Math.max(1, Math.ceil(total / size));

/** The address of a list, and what changes it. Another filter, order or size begins at the first page. */
export function useListSearch<Search extends Pick<ListSearch, 'page' | 'size'>>(
  read: (given: Record<string, unknown>) => Search,
) {
  const search = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  // Back returns to the previous page, but not to every letter of a search.
  const show = (next: Record<string, unknown>, replace = true) =>
    void navigate({ to: '.', search: read(next), replace, resetScroll: false });
  const changeSearch = (part: Record<string, unknown>) => show({ ...search, ...part, page: undefined });
  return {
    search,
    changeSearch,
    showAll: () => show({}),
    paging: {
      page: search.page,
      onPage: (page: number, replace: boolean) => show({ ...search, page }, replace),
      size: search.size,
      onSize: (size: number) => changeSearch({ size }),
    },
  };
}

/** Opens the item that the address names by `open`, and removes `open` from the address. */
export function useOpened(open: number | undefined, show: (id: number) => void): void {
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
