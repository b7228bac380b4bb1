import { defaultVideoThumbnail, videoId, videoThumbnail } from '@institute/contract/video';
import type { ComponentProps } from 'react';
import { Picture } from './picture.tsx';
import { pictureSource } from './picture-source.ts';

/** The video host answers with an image of 120 × 90 when it has none. */
const MISSING_WIDTH = 120;

type VideoThumbnailProps = Omit<ComponentProps<typeof Picture>, 'fallback' | 'minWidth'> & {
  videoUrl: string | null;
};

/** The image of a video: its own, else the host's, else a pattern. */
export function VideoThumbnail({ src, videoUrl, ...picture }: VideoThumbnailProps) {
  const id = videoId(videoUrl);
  const shown = src ?? (id ? videoThumbnail(id) : defaultVideoThumbnail);
  // The natural width of an image with several sizes is the width of its box.
  const minWidth = pictureSource(shown).srcSet ? 1 : MISSING_WIDTH + 1;
  return <Picture {...picture} src={shown} fallback={defaultVideoThumbnail} minWidth={minWidth} />;
}
