import { defaultVideoThumbnail, videoId, videoThumbnail } from '@institute/contract/video';
import type { ComponentProps } from 'react';
import { imageSource } from './image-source.ts';
import { ResponsiveImage } from './responsive-image.tsx';

/** Without an image of the video, the host answers with one of 120 × 90. */
const MISSING_WIDTH = 120;

type VideoThumbnailProps = Omit<ComponentProps<typeof ResponsiveImage>, 'fallback' | 'minWidth'> & {
  videoUrl: string | null;
};

export function VideoThumbnail({ src, videoUrl, ...image }: VideoThumbnailProps) {
  const id = videoId(videoUrl);
  const shown = src ?? (id ? videoThumbnail(id) : defaultVideoThumbnail);
  // For an image with several sizes the browser reports the width of its box as natural width.
  const minWidth = imageSource(shown).srcSet ? 1 : MISSING_WIDTH + 1;
  return <ResponsiveImage {...image} src={shown} fallback={defaultVideoThumbnail} minWidth={minWidth} />;
}
