import { galleryResource, listGalleryFaults } from '@institute/contract';
import type { GalleryType } from '@institute/contract/gallery.constants';
import { defaultVideoThumbnail, makeThumbnailUrl, readVideoId } from '@institute/contract/video';
import { invalidInputError } from '../../../errors.ts';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { GalleryItemEntity } from './gallery-item.entity.ts';

export const gallery = declareContentResource({
  contract: galleryResource,
  entity: GalleryItemEntity,
  title: 'title',
  images: ['imageUrl'],
  listedOn: ['/gallery', '/videos'],
  summary: { conditions: ({ type }: { type?: GalleryType }) => (type ? { type } : {}) },
  order: '-createdAt',
  prepare: (input, row) => {
    const { type = 'image', imageUrl, videoUrl } = { ...row, ...input };
    const faults = listGalleryFaults({ type, imageUrl, videoUrl });
    if (faults.length > 0) throw invalidInputError(faults);
    const isThumbnailDerived = !imageUrl || (row !== null && imageUrl === chooseThumbnail(row.videoUrl));
    return type === 'video' && isThumbnailDerived ? { ...input, imageUrl: chooseThumbnail(videoUrl) } : input;
  },
  statsKey: 'galleryItems',
});

function chooseThumbnail(videoUrl: string | null | undefined): string {
  const id = readVideoId(videoUrl);
  return id ? makeThumbnailUrl(id) : defaultVideoThumbnail;
}
