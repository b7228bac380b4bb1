import type { GallerySummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/videos.svg';
import { Section } from '@institute/ui/section.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { VideoPlayer } from '@institute/ui/video-player.tsx';
import { Clapperboard } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useApi, useSite } from '../../api/context.ts';
import { type ListChoice, pagesWanted, videoPages } from '../../lists/list-choice.ts';
import { pageStart, ShowMore, usePages } from '../../lists/show-more.tsx';

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';
const places = [1, 2, 3, 4, 5, 6];

export function VideosPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.videos;
  const pages = usePages(videoPages(queries), pagesWanted(choice));
  const { items: videos, isError, isFetching, refetch } = pages;
  return (
    <>
      <PageHero title={title} intro={intro} pattern={pattern} />
      <Section aria-label="All videos">
        {videos && videos.length > 0 && (
          <ul className={gridClass}>
            {videos.map((video, at) => (
              <VideoCard key={video.id} video={video} {...pageStart(at)} />
            ))}
          </ul>
        )}
        {videos?.length === 0 && (
          <EmptyState icon={Clapperboard} title="No videos available at the moment." />
        )}
        {!videos && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!videos && !isError && <VideosSkeleton />}
        {videos && <ShowMore {...pages} />}
      </Section>
    </>
  );
}

type VideoCardProps = ComponentProps<'li'> & { video: GallerySummary };

function VideoCard({ video, ...item }: VideoCardProps) {
  const { title, date, videoUrl, imageUrl, imageAlt } = video;
  return (
    <Card as="li" {...item}>
      <VideoPlayer
        videoUrl={videoUrl ?? ''}
        title={title}
        image={imageUrl}
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
