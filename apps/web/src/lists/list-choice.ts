import { alumniCategories } from '@institute/contract/alumni.constants';
import { listLimits } from '@institute/contract/api.constants';
import { galleryFilters } from '@institute/contract/gallery.constants';
import { postFilters } from '@institute/contract/posts.constants';
import { type ProgramOrder, programCategories, programOrders } from '@institute/contract/programs.constants';
import type { Api } from '../api/api.ts';
import { reads } from '../page-query.ts';

export type ListChoice = {
  category?: string | undefined;
  q?: string | undefined;
  page?: string | undefined;
  sort?: string | undefined;
};

export const listSearch = reads<'category' | 'q' | 'page' | 'sort'>('category', 'q', 'page', 'sort');

export const chosenOf = <C extends string>(
  categories: readonly C[],
  { category }: ListChoice,
): C | undefined => categories.find((known) => known === category);

export const chosenOrder = (orders: Record<string, string>, { sort = '' }: ListChoice): string | undefined =>
  Object.hasOwn(orders, sort) ? sort : undefined;

/** Leaves out values that the server would refuse. */
export const filterOf = <C extends string>(categories: readonly C[], choice: ListChoice) => ({
  category: chosenOf(categories, choice),
  q: searchText(choice.q),
});

const searchText = (q = ''): string | undefined =>
  q.replaceAll('\0', '').normalize('NFC').trim().slice(0, listLimits.search) || undefined;

export const pagesWanted = ({ page = '' }: ListChoice): number =>
  /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1;

export const foundText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many} found`;

// Queries of the pages of a list. A route loads the first page, the screen the others.

export const alumniPages =
  ({ alumni }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    alumni.list(filterOf(alumniCategories, choice), page);

/** Items of the category "videos" appear only without a filter. */
export const galleryPages =
  ({ gallery }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    gallery.list(filterOf(galleryFilters, choice), page);

export const postPages =
  ({ posts }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    posts.list(filterOf(postFilters, choice), page);

export const programPages =
  ({ programs }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    programs.list(
      { ...filterOf(programCategories, choice), sort: chosenOrder(programOrders, choice) as ProgramOrder },
      page,
    );

export const videoPages =
  ({ gallery }: Api['queries']) =>
  (page: number) =>
    gallery.list({ type: 'video' }, page);
