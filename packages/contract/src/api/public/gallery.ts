import * as z from 'zod';
import { pictureDayBounds } from '../../fields/day-bounds.ts';
import {
  day,
  imageAlt,
  nullable,
  oneLineText,
  refuseFaults,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import type { ErrorDetail } from '../calls.ts';
import { declareContentResource } from './content.ts';
import { galleryCategories, galleryTypes, maxGalleryItemsAtOnce } from './gallery.constants.ts';

/** A picture, or a video of a video host with its thumbnail in `imageUrl`. */
export const galleryItem = withId({
  title: z.string(),
  category: z.enum(galleryCategories),
  type: z.enum(galleryTypes),
  date: z.iso.date(),
  imageUrl: z.string(),
  imageAlt: z.string().nullable(),
  videoUrl: z.string().nullable(),
}).meta({ id: 'GalleryItem' });
export type GalleryItem = z.infer<typeof galleryItem>;

export const gallerySummary = galleryItem
  .omit({ createdAt: true, updatedAt: true })
  .meta({ id: 'GallerySummary' });
export type GallerySummary = z.infer<typeof gallerySummary>;

export const galleryInput = z.object({
  title: oneLineText(300),
  category: withDefault(z.enum(galleryCategories), 'events'),
  type: withDefault(z.enum(galleryTypes), 'image'),
  date: day,
  imageUrl: nullable(url),
  imageAlt,
  videoUrl: nullable(url),
});
export type GalleryInput = z.output<typeof galleryInput>;

/** Lists the faults between fields, on create and on the merged item of an update. */
export function listGalleryFaults(item: Partial<GalleryInput>): ErrorDetail[] {
  if (item.type === 'video')
    return item.videoUrl ? [] : [{ path: 'videoUrl', message: 'A video needs its link' }];
  return item.imageUrl ? [] : [{ path: 'imageUrl', message: 'An image needs its picture' }];
}

export const galleryCreateInput = galleryInput.superRefine(refuseFaults(listGalleryFaults));

/** Many pictures that the office adds in one step. */
export const galleryManyInput = z.object({
  items: z
    .array(galleryCreateInput)
    .min(1, 'Choose pictures')
    .max(maxGalleryItemsAtOnce, `At most ${maxGalleryItemsAtOnce} at once`),
});

export const galleryResource = declareContentResource({
  type: 'gallery',
  notFound: 'Gallery item not found',
  path: 'gallery',
  words: ['gallery item', 'gallery items'],
  entity: galleryItem,
  input: galleryInput,
  create: galleryCreateInput,
  sorts: ['title', 'date'],
  categories: galleryCategories,
  summary: gallerySummary,
  days: { date: pictureDayBounds },
  filters: {
    type: z.enum(galleryTypes).optional().meta({ description: 'Only images, or only videos' }),
  },
  example: {
    title: 'Graduation',
    category: 'competitions',
    type: 'video',
    date: '2026-02-28',
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'Hats in the air',
    videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
  },
});
