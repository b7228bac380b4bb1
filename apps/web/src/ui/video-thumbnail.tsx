import { defaultVideoThumbnail, videoId, videoThumbnail } from '@institute/contract/video';
import type { ComponentProps } from 'react';
import { Picture } from './picture.tsx';
import { pictureSource } from './picture-source.ts';

/** The video host answers with a picture of 120 × 90 where it has none. */
const MISSING_WIDTH = 120;

type VideoThumbnailProps = Omit<ComponentProps<typeof Picture>, 'fallback' | 'minWidth'> & {
  videoUrl: string | null;
};

/** A still of a video: its own picture, else the host's, else one of ours. */
export function VideoThumbnail({ src, videoUrl, ...picture }: VideoThumbnailProps) {
  const id = videoId(videoUrl);
  const shown = src ?? (id ? videoThumbnail(id) : defaultVideoThumbnail);
  // the natural width of a picture with several sizes is that of its place
  const minWidth = pictureSource(shown).srcSet ? 1 : MISSING_WIDTH + 1;
  return <Picture {...picture} src={shown} fallback={defaultVideoThumbnail} minWidth={minWidth} />;
}
