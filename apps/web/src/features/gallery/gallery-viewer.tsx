import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import './lightbox.css';
import type { GallerySummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { videoId } from '@institute/contract/video';
import { useState } from 'react';
import { Lightbox } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import { Dialog } from '../../ui/dialog.tsx';
import { VideoFrame, VideoPlayer } from '../../ui/video-player.tsx';
import { lightboxSlide } from './lightbox-slide.ts';

export type GalleryViewerProps = {
  item: GallerySummary;
  /** The images to step through. */
  images: GallerySummary[];
  /** The pressed element. It gets the focus back at the end. */
  opener: HTMLElement;
};

/** Shows one item large, and closes itself. */
export default function GalleryViewer({ item, images, opener }: GalleryViewerProps) {
  const [open, setOpen] = useState(true);
  if (item.type === 'video') return <VideoDialog item={item} open={open} onOpenChange={setOpen} />;
  return (
    <Lightbox
      open={open}
      close={() => setOpen(false)}
      index={images.indexOf(item)}
      slides={images.map(lightboxSlide)}
      plugins={[Captions]}
      captions={{ descriptionTextAlign: 'start' }}
      carousel={{ finite: true }}
      controller={{ closeOnPullDown: true }}
      labels={{ Lightbox: item.title, Previous: 'Previous picture', Next: 'Next picture' }}
      on={{ exited: () => opener.focus() }}
    />
  );
}

type VideoDialogProps = { item: GallerySummary; open: boolean; onOpenChange: (open: boolean) => void };

function VideoDialog({ item, open, onOpenChange }: VideoDialogProps) {
  const { title, date, videoUrl, imageUrl, imageAlt } = item;
  const id = videoId(videoUrl);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={formatDate(date)} size="media">
      {id && <VideoFrame id={id} title={title} className="rounded-control" />}
      {!id && videoUrl && (
        <VideoPlayer
          videoUrl={videoUrl}
          title={title}
          image={imageUrl}
          alt={imageAlt ?? title}
          sizes="860px"
          className="rounded-control"
        />
      )}
    </Dialog>
  );
}
