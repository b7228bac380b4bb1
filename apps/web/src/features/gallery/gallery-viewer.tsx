import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import './lightbox.css';
import type { GallerySummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { readVideoId } from '@institute/contract/video';
import { Dialog } from '@institute/ui/dialog.tsx';
import { readImageSource } from '@institute/ui/image-source.ts';
import { useBackCloses } from '@institute/ui/overlay.ts';
import { VideoFrame, VideoPlayer } from '@institute/ui/video-player.tsx';
import { useState } from 'react';
import { Lightbox, type SlideImage } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';

export type GalleryViewerProps = {
  item: GallerySummary;
  images: GallerySummary[];
  opener: HTMLElement;
};

export default function GalleryViewer({ item, images, opener }: GalleryViewerProps) {
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState(item);
  // A state, because the lightbox returns to its first image when it gets a new list
  const [slides] = useState(() => images.map(makeLightboxSlide));
  const closeViewer = () => setOpen(false);
  const isVideo = item.type === 'video';
  useBackCloses(open && !isVideo, closeViewer);
  if (isVideo) return <VideoDialog item={item} open={open} onClose={closeViewer} />;
  return (
    <Lightbox
      open={open}
      close={closeViewer}
      index={images.indexOf(item)}
      slides={slides}
      plugins={[Captions]}
      captions={{ descriptionTextAlign: 'start' }}
      carousel={{ finite: true }}
      controller={{ closeOnPullDown: true }}
      labels={{ Lightbox: shown.title, Previous: 'Previous picture', Next: 'Next picture' }}
      on={{ view: ({ index }) => setShown(images[index] ?? item), exited: () => opener.focus() }}
    />
  );
}

/**
 * Fits the whole video into a phone that lies on its side. The rest of the dialog and its margin take
 * 12.5rem.
 */
const frameClass = 'mx-auto rounded-control max-w-[max(16rem,calc((100dvh-12.5rem)*16/9))]';

type VideoDialogProps = { item: GallerySummary; open: boolean; onClose: () => void };

function VideoDialog({ item, open, onClose }: VideoDialogProps) {
  const { title, date, videoUrl, imageUrl, imageAlt } = item;
  const videoProps = { title, className: frameClass };
  return (
    <Dialog open={open} onClose={onClose} title={title} description={formatDate(date)} size="media">
      {videoUrl &&
        (readVideoId(videoUrl) ? (
          <VideoFrame {...videoProps} videoUrl={videoUrl} />
        ) : (
          <VideoPlayer
            {...videoProps}
            videoUrl={videoUrl}
            image={imageUrl}
            alt={imageAlt ?? title}
            sizes="860px"
          />
        ))}
    </Dialog>
  );
}

export function makeLightboxSlide({ imageUrl, imageAlt, title, date }: GallerySummary): SlideImage {
  const { src, srcSet, width = 0, height = 0 } = readImageSource(imageUrl);
  const slideTexts = { alt: imageAlt ?? title, title, description: formatDate(date) };
  if (!srcSet) return { src, ...slideTexts };

  const slideSources = Array.from(srcSet.matchAll(/(\S+) (\d+)w/g), ([, address = '', each]) => ({
    src: address,
    width: Number(each),
    height: Math.round((Number(each) * height) / width),
  }));
  return { src, srcSet: slideSources, width, height, ...slideTexts };
}
