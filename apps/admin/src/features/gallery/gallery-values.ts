import { type GalleryItem, galleryCreate } from '@institute/contract';
import { kampalaDay } from '@institute/contract/time';
import * as z from 'zod';

export type GalleryValues = (typeof galleryCreate)['_zod']['input'];

export const gallerySchema = z
  .custom<GalleryValues>()
  .transform((values) => (values.type === 'image' ? { ...values, videoUrl: null } : values))
  .pipe(galleryCreate);

export const galleryValues = (item: GalleryItem | null): GalleryValues => ({
  type: item?.type ?? 'image',
  title: item?.title ?? '',
  category: item?.category ?? 'events',
  date: item?.date ?? kampalaDay(new Date()),
  imageUrl: item?.imageUrl ?? '',
  imageAlt: item?.imageAlt ?? '',
  videoUrl: item?.videoUrl ?? '',
});
