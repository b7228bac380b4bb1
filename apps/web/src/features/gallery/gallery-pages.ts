import { galleryFilters } from '@institute/contract/gallery.constants';
import type { Api } from '../../api/api.ts';
import { type ListChoice, toFilter } from '../../lists/list-choice.ts';

/** Items of the category "videos" appear only without a filter. */
export const galleryPages =
  ({ gallery }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    gallery.list(toFilter(galleryFilters, choice), page);

export const videoPages =
  ({ gallery }: Api['queries']) =>
  (page: number) =>
    gallery.list({ type: 'video' }, page);
