import { filterName, type ListFilter } from './list-filter.ts';

/** What stands in the address of a list screen. */
export type ListSearch = {
  q?: string;
  category?: string;
  status?: string;
  /** From 1, which is left out. */
  page?: number;
  /** Rows on a page; the usual number is left out. */
  size?: number;
};

export const PAGE_SIZE = 20;
export const pageSizes = [PAGE_SIZE, 50, 100, 500];

/** `validateSearch` of a list screen: whatever makes no sense is left out. */
export function listSearch({ q, category, status, page, size }: Record<string, unknown>): ListSearch {
  const number = Number(page);
  const rows = Number(size);
  return {
    ...(typeof q === 'string' && q.trim() && { q }),
    ...(typeof category === 'string' && category && { category }),
    ...(typeof status === 'string' && status && { status }),
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
    ...(rows !== PAGE_SIZE && pageSizes.includes(rows) && { size: rows }),
  };
}

export type ListQuery<Category extends string = string> = {
  limit: number;
  offset: number;
  q?: string;
  category?: Category;
  status?: Category;
};

/** What is asked of the server; a choice that the filter does not know counts as none. */
export function listQuery<C extends string>(
  { q, page = 1, size = PAGE_SIZE, ...choices }: ListSearch,
  filter?: ListFilter<C>,
): ListQuery<C> {
  const name = filterName(filter);
  const chosen = filter?.choices.find(({ value }) => value === choices[name])?.category;
  return {
    limit: size,
    offset: (page - 1) * size,
    ...(q && { q: q.trim() }),
    ...(chosen && { [name]: chosen }),
  };
}

export const pageCount = (total: number, size = PAGE_SIZE) => Math.max(1, Math.ceil(total / size));
