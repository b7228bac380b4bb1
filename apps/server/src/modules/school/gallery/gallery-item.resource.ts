import { galleryFaults, galleryResource } from '@institute/contract';
import type { GalleryType } from '@institute/contract/gallery.constants';
import { defaultVideoThumbnail, videoId, videoThumbnail } from '@institute/contract/video';
import { invalidInput } from '../../../errors.ts';
import { contentResource } from '../../platform/content/content.resource.ts';
import { GalleryItemEntity } from './gallery-item.entity.ts';

export const gallery = contentResource({
  contract: galleryResource,
  entity: GalleryItemEntity,
  title: 'title',
  images: ['imageUrl'],
  listedOn: ['/gallery', '/videos'],
  summary: { conditions: ({ type }: { type?: GalleryType }) => (type ? { type } : {}) },
  order: '-createdAt',
  prepare: (input, row) => {
    const { type = 'image', imageUrl, videoUrl } = { ...row, ...input };
    const faults = galleryFaults({ type, imageUrl, videoUrl });
    if (faults.length > 0) throw invalidInput(faults);
    const isDerived = !imageUrl || (row !== null && imageUrl === galleryThumbnail(row.videoUrl));
    return type === 'video' && isDerived ? { ...input, imageUrl: galleryThumbnail(videoUrl) } : input;
  },
  statsKey: 'galleryItems',
});

function galleryThumbnail(videoUrl: string | null | undefined): string {
  const id = videoId(videoUrl);
  return id ? videoThumbnail(id) : defaultVideoThumbnail;
}
