import type { GallerySummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { Spinner } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { chooseNarrowImage } from '@institute/ui/image-source.ts';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { PlayMark } from '@institute/ui/video-player.tsx';
import { VideoThumbnail } from '@institute/ui/video-thumbnail.tsx';
import { useId } from 'react';
import { CardSkeletons } from '../../lists/cards.tsx';
import { makePageStartProps } from '../../lists/show-more.tsx';

const gridClass = 'grid grid-cols-pairs gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4';
const cardClass = 'h-full w-full overflow-hidden rounded-card border border-line bg-card';
/** Width in pixels of the image that opens without scripts or in a new tab. */
const MAX_SHOWN_WIDTH = 1920;
const IMAGE_SIZES = '(min-width: 1280px) 280px, (min-width: 1024px) 33vw, 40vw';

type GalleryGridProps = {
  items: GallerySummary[];
  pending: GallerySummary | undefined;
  onOpen: (item: GallerySummary, opener: HTMLElement) => void;
  onNear: () => void;
};

export function GalleryGrid({ items, pending, onOpen, onNear }: GalleryGridProps) {
  return (
    <ul className={gridClass}>
      {items.map((item, at) => (
        <li key={item.id} {...makePageStartProps(at)}>
          <GalleryLink
            item={item}
            pending={item === pending}
            onNear={onNear}
            onOpen={(opener) => onOpen(item, opener)}
          />
        </li>
      ))}
    </ul>
  );
}

type GalleryLinkProps = {
  item: GallerySummary;
  pending: boolean;
  onOpen: (opener: HTMLElement) => void;
  onNear: () => void;
};

function GalleryLink({ item, pending, onOpen, onNear }: GalleryLinkProps) {
  const titleId = useId();
  const { title, date, type, imageUrl, imageAlt, videoUrl } = item;
  const href = (type === 'video' && videoUrl) || chooseNarrowImage(imageUrl, MAX_SHOWN_WIDTH);
  const itemImage = {
    linkedTo: href,
    src: imageUrl,
    alt: imageAlt ?? '',
    ratio: 4 / 3,
    sizes: IMAGE_SIZES,
    className: 'w-full transition-transform duration-300 group-hover:scale-[1.03]',
  };
  return (
    <div className={cx(cardClass, 'flex flex-col transition-colors hover:border-edge')}>
      <a
        href={href}
        aria-labelledby={titleId}
        aria-haspopup="dialog"
        aria-busy={pending || undefined}
        onClick={(event) => {
          // The browser opens the image itself in a new tab
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(event.currentTarget);
        }}
        onPointerEnter={onNear}
        onFocus={onNear}
        className="group block w-full rounded-t-card focus-visible:-outline-offset-4"
      >
        <span className="relative block w-full overflow-hidden">
          {type === 'video' ? (
            <VideoThumbnail {...itemImage} videoUrl={videoUrl} />
          ) : (
            <ResponsiveImage {...itemImage} />
          )}
          {(pending || type === 'video') && (
            <span className="absolute inset-0 flex items-center justify-center">
              <PlayMark small>{pending ? <Spinner /> : undefined}</PlayMark>
            </span>
          )}
        </span>
        <span
          id={titleId}
          className="block px-3 pt-3 text-base leading-snug font-semibold group-hover:underline group-hover:underline-offset-4 sm:px-4 sm:pt-4"
        >
          {title}
        </span>
      </a>
      <time dateTime={date} className="px-3 pt-0.5 pb-3 text-sm text-muted sm:px-4 sm:pb-4">
        {formatDate(date)}
      </time>
    </div>
  );
}

export const GallerySkeleton = () => (
  <CardSkeletons
    label="Loading the gallery…"
    count={8}
    className={gridClass}
    image="aspect-[4/3]"
    bars={['h-5 w-3/4', 'h-4 w-1/3']}
  />
);
