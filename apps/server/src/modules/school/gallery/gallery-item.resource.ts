import { galleryResource, listGalleryFaults } from '@institute/contract';
import type { GalleryType } from '@institute/contract/gallery.constants';
import { defaultVideoThumbnail, makeThumbnailUrl, readVideoId } from '@institute/contract/video';
import { invalidInputError } from '../../../errors.ts';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { GalleryItemEntity } from './gallery-item.entity.ts';

export const galleryItemsResource = declareContentResource({
  contract: galleryResource,
  entity: GalleryItemEntity,
  title: 'title',
  images: ['imageUrl'],
  listedOn: ['/gallery', '/videos'],
  summary: { conditions: ({ type }: { type?: GalleryType }) => (type ? { type } : {}) },
  order: '-createdAt',
  prepare: (input, row) => {
    const { type = 'image', imageUrl, videoUrl } = { ...row, ...input };
    const galleryFaults = listGalleryFaults({ type, imageUrl, videoUrl });
    if (galleryFaults.length > 0) throw invalidInputError(galleryFaults);
    const isThumbnailDerived = !imageUrl || (row !== null && imageUrl === chooseThumbnail(row.videoUrl));
    return type === 'video' && isThumbnailDerived ? { ...input, imageUrl: chooseThumbnail(videoUrl) } : input;
  },
  statsKey: 'galleryItems',
});

function chooseThumbnail(videoUrl: string | null | undefined): string {
  const videoId = readVideoId(videoUrl);
  return videoId ? makeThumbnailUrl(videoId) : defaultVideoThumbnail;
}
