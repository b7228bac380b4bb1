import type { ListFilter } from './list-filter.ts';

/** What stands in the address of a list screen. */
export type ListSearch = {
  q?: string;
  category?: string;
  /** From 1, which is left out. */
  page?: number;
};

/** `validateSearch` of a list screen: whatever makes no sense is left out. */
export function listSearch({ q, category, page }: Record<string, unknown>): ListSearch {
  const number = Number(page);
  return {
    ...(typeof q === 'string' && q.trim() && { q }),
    ...(typeof category === 'string' && category && { category }),
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
  };
}

export const PAGE_SIZE = 20;

export type ListQuery<Category extends string = string> = {
  limit: number;
  offset: number;
  q?: string;
  category?: Category;
};

/** What is asked of the server; a choice that the filter does not know counts as none. */
export function listQuery<C extends string>(
  { q, category, page = 1 }: ListSearch,
  filter?: ListFilter<C>,
): ListQuery<C> {
  const chosen = filter?.choices.find(({ value }) => value === category)?.category;
  return {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    ...(q && { q: q.trim() }),
    ...(chosen && { category: chosen }),
  };
}

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));
