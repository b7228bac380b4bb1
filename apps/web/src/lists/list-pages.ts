import {
  alumniCategories,
  galleryFilters,
  postFilters,
  programCategories,
} from '@institute/contract/content.constants';
import type { Api } from '../api/api.ts';
import { filterOf, type ListChoice } from './list-choice.ts';

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
    programs.list(filterOf(programCategories, choice), page);

export const videoPages =
  ({ gallery }: Api['queries']) =>
  (page: number) =>
    gallery.list({ type: 'video' }, page);
