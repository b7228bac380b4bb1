import type { GalleryItem } from '@institute/contract';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { CardBody } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { PlayMark } from '@institute/ui/video-player.tsx';
import { VideoThumbnail } from '@institute/ui/video-thumbnail.tsx';

const SIZES = '(min-width: 1280px) 320px, (min-width: 640px) 45vw, 360px';

export function GalleryItemCard({ item }: { item: GalleryItem }) {
  const { title, category, date, type, imageUrl, imageAlt, videoUrl } = item;
  const image = { src: imageUrl, alt: imageAlt ?? title, ratio: 4 / 3, sizes: SIZES, className: 'w-full' };
  return (
    <>
      {type === 'video' ? (
        <div className="relative">
          <VideoThumbnail {...image} videoUrl={videoUrl} />
          <span className="absolute inset-0 flex items-center justify-center">
            <PlayMark small />
          </span>
        </div>
      ) : (
        <ResponsiveImage {...image} />
      )}
      <CardBody>
        <Heading level={2} size="card">
          {title}
        </Heading>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge>{capitalise(category)}</Badge>
          <Badge tone={type === 'video' ? 'sky' : 'green'}>{capitalise(type)}</Badge>
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
      </CardBody>
    </>
  );
}
