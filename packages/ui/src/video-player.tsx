import { makePlayerUrl, readVideoId, readVideoStart } from '@institute/contract/video';
import { ExternalLink, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import { VideoThumbnail } from './video-thumbnail.tsx';

type VideoFrameProps = {
  videoUrl: string;
  title: string;
  className?: string | undefined;
  /** Set when the player replaces the focused button. */
  takesFocus?: boolean;
};

/** The host's player without cookies. It starts at the time that the link names, and requires a referrer. */
export function VideoFrame({ videoUrl, title, className, takesFocus }: VideoFrameProps) {
  const id = readVideoId(videoUrl);
  if (!id) return null;
  return (
    <iframe
      ref={takesFocus ? focusFrame : undefined}
      src={makePlayerUrl(id, readVideoStart(videoUrl))}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className={cx('aspect-video w-full bg-ink', className)}
    />
  );
}

const focusFrame = (frame: HTMLIFrameElement | null) => frame?.focus();

type VideoPlayerProps = {
  videoUrl: string;
  title: string;
  image: string | null;
  alt: string;
  sizes: string;
  priority?: boolean;
  className?: string;
};

export function VideoPlayer({ videoUrl, title, image, alt, className, ...still }: VideoPlayerProps) {
  const [playing, setPlaying] = useState(false);
  const id = readVideoId(videoUrl);
  if (playing && id) return <VideoFrame videoUrl={videoUrl} title={title} className={className} takesFocus />;

  return (
    <div className={cx('group relative overflow-hidden bg-ink', className)}>
      <VideoThumbnail
        {...still}
        src={image}
        videoUrl={videoUrl}
        alt={alt}
        ratio={16 / 9}
        className="w-full"
      />
      {id && (
        <button
          type="button"
          aria-label={`Play ${title}`}
          className={cx('needs-script', coverClass)}
          onClick={() => setPlaying(true)}
        >
          <PlayMark />
        </button>
      )}
      <a
        href={videoUrl}
        target="_blank"
        rel="noopener"
        aria-label={`Watch ${title} on another site`}
        className={cx(coverClass, id && 'without-script')}
      >
        <PlayMark>
          <ExternalLink aria-hidden />
        </PlayMark>
      </a>
    </div>
  );
}

const coverClass = 'absolute inset-0 flex items-center justify-center focus-visible:-outline-offset-4';

export function PlayMark({ small, children }: { small?: boolean; children?: ReactNode }) {
  return (
    <span
      className={cx(
        'flex items-center justify-center rounded-full bg-ink text-white ring-2 ring-white transition-transform group-hover:scale-105 [&_svg]:stroke-[1.75]',
        small ? 'size-10 [&_svg]:size-5' : 'size-16 [&_svg]:size-7',
      )}
    >
      {children ?? <Play className="translate-x-px fill-current" aria-hidden />}
    </span>
  );
}
