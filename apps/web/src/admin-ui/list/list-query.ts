import { filterName, type ListFilter } from './list-filter.ts';
import { type ListSearch, PAGE_SIZE } from './list-search.ts';

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
