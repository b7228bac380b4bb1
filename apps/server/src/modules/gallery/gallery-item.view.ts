import type { GalleryItem, GallerySummary } from '@institute/contract';
import type { GalleryType } from '@institute/contract/content.constants';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { GalleryItemRow } from './gallery-item.entity.ts';

export const galleryItemView = (row: GalleryItemRow): GalleryItem => ({
  ...storedView(row),
  title: row.title,
  category: row.category,
  type: row.type,
  date: row.date,
  imageUrl: row.imageUrl,
  imageAlt: row.imageAlt ?? null,
  videoUrl: row.videoUrl ?? null,
});

export const gallerySummary = summaryOf<GalleryItemRow>()(
  ['id', 'title', 'category', 'type', 'date', 'imageUrl', 'imageAlt', 'videoUrl'],
  (row): GallerySummary => ({
    id: row.id,
    title: row.title,
    category: row.category,
    type: row.type,
    date: row.date,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt ?? null,
    videoUrl: row.videoUrl ?? null,
  }),
  { narrowed: ({ type }: { type?: GalleryType }) => (type ? { type } : {}) },
);
