import { galleryFilters } from '@institute/contract/gallery.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../ui/list-choice.ts';

/** The pages of gallery items that an address asks for; those of the category "videos" stand under all only. */
export const galleryPages =
  ({ gallery }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    gallery.list(filterOf(galleryFilters, choice), page);
