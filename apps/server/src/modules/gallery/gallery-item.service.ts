import { type GalleryInput, type GalleryItem, type GallerySummary, galleryFaults } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { defaultVideoThumbnail, videoId, videoThumbnail } from '@institute/contract/video';
import { invalid } from '../../errors.ts';
import { contentService } from '../content/content.service.ts';
import { GalleryItemEntity, type GalleryItemRow } from './gallery-item.entity.ts';
import { galleryItemView, gallerySummary } from './gallery-item.view.ts';

export const gallery = contentService<GalleryItemRow, GalleryItem, GalleryInput, GallerySummary>({
  entity: GalleryItemEntity,
  type: 'gallery',
  missing: notFoundMessages.gallery,
  order: '-createdAt',
  defaults: { category: 'events', type: 'image', imageUrl: null, imageAlt: null, videoUrl: null },
  title: (row) => row.title,
  view: galleryItemView,
  summary: gallerySummary,
  prepare: (input, row) => {
    const { type = 'image', imageUrl, videoUrl } = { ...row, ...input };
    const faults = galleryFaults({ type, imageUrl, videoUrl });
    if (faults.length > 0) throw invalid(faults);
    // a picture that came from the link follows the link
    const isDerived = !imageUrl || (row !== null && imageUrl === thumbnail(row.videoUrl));
    return type === 'video' && isDerived ? { ...input, imageUrl: thumbnail(videoUrl) } : input;
  },
});

function thumbnail(videoUrl: string | null | undefined): string {
  const id = videoId(videoUrl);
  return id ? videoThumbnail(id) : defaultVideoThumbnail;
}
