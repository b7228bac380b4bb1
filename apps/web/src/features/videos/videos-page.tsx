import type { GalleryItem } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { Card, CardBody } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '../../ui/skeleton.tsx';
import { VideoPlayer } from '../../ui/video-player.tsx';

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';
const places = [1, 2, 3, 4, 5, 6];

export function VideosPage() {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.videos;
  const { data, isError, isFetching, refetch } = useQuery(queries.gallery.list());
  const videos = data?.filter(({ type }) => type === 'video');
  return (
    <>
      <PageHero title={title} intro={intro} seed="videos" />
      <Section aria-label="All videos">
        {videos && videos.length > 0 && (
          <ul className={gridClass}>
            {videos.map((video) => (
              <VideoCard key={video.id} video={video} />
            ))}
          </ul>
        )}
        {videos?.length === 0 && (
          <EmptyState icon={Clapperboard} title="No videos available at the moment." />
        )}
        {!data && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!data && !isError && <VideosSkeleton />}
      </Section>
    </>
  );
}

function VideoCard({ video: { title, date, videoUrl, imageUrl, imageAlt } }: { video: GalleryItem }) {
  return (
    <Card as="li">
      <VideoPlayer
        videoUrl={videoUrl ?? ''}
        title={title}
        picture={imageUrl}
        alt={imageAlt ?? title}
        sizes="(min-width: 1024px) 380px, (min-width: 640px) 50vw, 80vw"
      />
      <CardBody>
        <Heading level={2} size="card">
          {title}
        </Heading>
        <time dateTime={date} className="text-sm text-muted">
          {formatDate(date)}
        </time>
      </CardBody>
    </Card>
  );
}

const VideosSkeleton = () => (
  <SkeletonGroup label="Loading videos…" className={gridClass}>
    {places.map((place) => (
      <Skeleton key={place} className="overflow-hidden rounded-card border border-line bg-card">
        <SkeletonBar className="aspect-video rounded-none!" />
        <div className="flex flex-col gap-3 p-5 md:p-6">
          <SkeletonBar className="h-6 w-3/4" />
          <SkeletonBar className="h-5 w-28" />
        </div>
      </Skeleton>
    ))}
  </SkeletonGroup>
);
