import { galleryCategories, galleryTypes } from '@institute/contract/gallery.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import {
  editable,
  image,
  listIndex,
  searched,
  searchIndex,
  syllableIndex,
  trashIndex,
} from '../content/content.entity.ts';

export const GalleryItemEntity = defineEntity({
  name: 'GalleryItem',
  tableName: 'gallery_items',
  indexes: [
    // counts read these alone
    listIndex('gallery_items', 'newest', '(created_at, id) include (type)'),
    listIndex('gallery_items', 'category', '(category, created_at, id) include (type)'),
    listIndex('gallery_items', 'changed', '(updated_at, id)'),
    listIndex('gallery_items', 'title', '(title, id)'),
    listIndex('gallery_items', 'date', '(date, id)'),
    searchIndex('gallery_items', 'search', 'search'),
    syllableIndex('gallery_items'),
    searchIndex('gallery_items', 'words', 'public.fold(title)'),
    trashIndex('gallery_items'),
  ],
  properties: {
    ...editable,
    ...image,
    title: p.string().length(300),
    category: p.enum(galleryCategories),
    type: p.enum(galleryTypes),
    date: p.date(),
    imageUrl: p.string().length(2000),
    videoUrl: p.string().length(2000).nullable(),
    search: searched('title'),
  },
});
export type GalleryItemRow = InferEntity<typeof GalleryItemEntity>;
