import type { GalleryItem } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
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
