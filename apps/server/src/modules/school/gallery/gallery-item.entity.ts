import { galleryCategories, galleryTypes } from '@institute/contract/gallery.constants';
import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  declareLargeTableIndexes,
  declareListIndex,
  imageColumns,
  searchColumn,
} from '../../platform/content/content.entity.ts';

export const GalleryItemEntity = defineEntity({
  name: 'GalleryItem',
  tableName: 'gallery_items',
  indexes: [
    ...declareLargeTableIndexes('gallery_items', 'type'),
    declareListIndex('gallery_items', 'date', '(date, id)'),
  ],
  properties: {
    ...contentItem,
    ...imageColumns,
    title: p.string().length(300),
    category: p.enum(galleryCategories),
    type: p.enum(galleryTypes),
    date: p.date(),
    imageUrl: p.string().length(2000),
    videoUrl: p.string().length(2000).nullable(),
    search: searchColumn('title'),
  },
});
