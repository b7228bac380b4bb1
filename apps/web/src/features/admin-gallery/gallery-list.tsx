import type { GalleryItem } from '@institute/contract';
import { type GalleryCategory, galleryFilters } from '@institute/contract/constants';
import { capitalise } from '@institute/contract/rules';
import type { ListFilter } from '../../admin-ui/list/list-filter.ts';
import type { ContentList } from '../../admin-ui/resource/content-resource.ts';
import { contentWords } from '../../admin-ui/resource/content-words.ts';
import { admin } from '../../api/admin.ts';
import { GalleryItemCard } from './gallery-item-card.tsx';

export const galleryWords = contentWords({ one: 'gallery item', many: 'gallery items' });

const others = galleryFilters.filter((category) => category !== 'events');

/** The word "events" shows all; those of that category alone have a choice of their own. */
export const galleryFilter: ListFilter<GalleryCategory> = {
  label: 'Category',
  choices: [
    { label: 'All (events)', value: 'events' },
    ...others.map((category) => ({ label: capitalise(category), value: category, category })),
    { label: 'Events only', value: 'events-only', category: 'events' },
  ],
};

export const galleryList: ContentList<GalleryItem, GalleryCategory> = {
  kind: 'gallery',
  words: galleryWords,
  api: admin.gallery,
  nameOf: ({ title }) => title,
  filter: galleryFilter,
  card: (item) => <GalleryItemCard item={item} />,
};
