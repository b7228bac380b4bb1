import { defaultVideoThumbnail, videoId, videoThumbnail } from '@institute/contract/video';
import type { ComponentProps } from 'react';
import { imageSource } from './image-source.ts';
import { ResponsiveImage } from './responsive-image.tsx';

/** The video host answers with an image of 120 × 90 when it has none. */
const MISSING_WIDTH = 120;

type VideoThumbnailProps = Omit<ComponentProps<typeof ResponsiveImage>, 'fallback' | 'minWidth'> & {
  videoUrl: string | null;
};

/** Shows the video's own image, else the host's, else a pattern. */
export function VideoThumbnail({ src, videoUrl, ...image }: VideoThumbnailProps) {
  const id = videoId(videoUrl);
  const shown = src ?? (id ? videoThumbnail(id) : defaultVideoThumbnail);
  // The natural width of an image with several sizes is the width of its box.
  const minWidth = imageSource(shown).srcSet ? 1 : MISSING_WIDTH + 1;
  return <ResponsiveImage {...image} src={shown} fallback={defaultVideoThumbnail} minWidth={minWidth} />;
}
