import type { Post } from '@institute/contract';
import { readVideoId } from '@institute/contract/video';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { Dialog } from '@institute/ui/dialog.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { VideoFrame } from '@institute/ui/video-player.tsx';
import { CirclePlay, ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type PostMedia = Pick<Post, 'title' | 'imageUrl' | 'imageAlt' | 'videoUrl'>;

export function ImageViewer({ post: { title, imageUrl, imageAlt } }: { post: PostMedia }) {
  if (!imageUrl) return '–';
  return (
    <MediaViewer
      label={`View image of ${title}`}
      title={title}
      opener={
        <ResponsiveImage
          src={imageUrl}
          alt=""
          sizes="48px"
          ratio={4 / 3}
          className="w-12 max-w-none rounded-small"
        />
      }
    >
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? title}
        sizes="(min-width: 900px) 860px, 100vw"
        fit="contain"
        className="max-h-[70dvh] w-full"
      />
    </MediaViewer>
  );
}

/** A video that this page cannot play is shown as a link. */
export function VideoViewer({ post: { title, videoUrl } }: { post: PostMedia }) {
  const id = readVideoId(videoUrl);
  if (!videoUrl) return '–';
  if (!id) {
    return (
      <a
        href={videoUrl}
        target="_blank"
        rel="noopener"
        aria-label={`View video of ${title} on another site`}
        className={makeButtonClass({ variant: 'ghost', size: 'icon' })}
      >
        <ExternalLink aria-hidden />
      </a>
    );
  }
  return (
    <MediaViewer
      label={`View video of ${title}`}
      title={title}
      opener={
        <span className={makeButtonClass({ variant: 'ghost', size: 'icon' })}>
          <CirclePlay aria-hidden />
        </span>
      }
    >
      <VideoFrame videoUrl={videoUrl} title={title} className="rounded-small" />
    </MediaViewer>
  );
}

type ViewerProps = {
  label: string;
  title: string;
  opener: ReactNode;
  children: ReactNode;
};

function MediaViewer({ label, title, opener, children }: ViewerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center"
      >
        {opener}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title} size="media">
        {children}
      </Dialog>
    </>
  );
}
