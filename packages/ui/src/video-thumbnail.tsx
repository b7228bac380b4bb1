import { defaultVideoThumbnail, makeThumbnailUrl, readVideoId } from '@institute/contract/video';
import type { ComponentProps } from 'react';
import { readImageSource } from './image-source.ts';
import { ResponsiveImage } from './responsive-image.tsx';

/** Without an image of the video, the host answers with one of 120 × 90. */
const MISSING_WIDTH = 120;

type VideoThumbnailProps = Omit<ComponentProps<typeof ResponsiveImage>, 'seed' | 'minWidth'> & {
  videoUrl: string | null;
};

export function VideoThumbnail({ src, videoUrl, ...image }: VideoThumbnailProps) {
  const providerVideoId = readVideoId(videoUrl);
  // The stored default stands for a video without an image
  const uploadedImage = src === defaultVideoThumbnail ? null : src;
  const shownSource = uploadedImage ?? (providerVideoId ? makeThumbnailUrl(providerVideoId) : '');
  // For an image with several sizes the browser reports the width of its box as natural width.
  const minWidth = readImageSource(shownSource).srcSet ? 1 : MISSING_WIDTH + 1;
  return <ResponsiveImage {...image} src={shownSource} seed={videoUrl || 'video'} minWidth={minWidth} />;
}
