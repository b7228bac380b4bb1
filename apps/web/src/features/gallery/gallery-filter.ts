import type { GalleryItem } from '@institute/contract';
import { galleryFilters } from '@institute/contract/gallery.constants';
import { finds } from '../../api/search.ts';
import { chosenOf, type ListChoice } from '../../ui/list-choice.ts';

/** Items of the category "videos" are found under all only. */
export function filterGallery(items: GalleryItem[], choice: ListChoice): GalleryItem[] {
  const category = chosenOf(galleryFilters, choice);
  return items.filter(
    (item) => (!category || item.category === category) && finds(choice.q ?? '', [item.title]),
  );
}
