import type { GallerySummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/videos.svg';
import { Section } from '@institute/ui/section.tsx';
import { VideoPlayer } from '@institute/ui/video-player.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSite } from '../api/context.ts';
import { makeListRoute } from '../features/shell/page-head.ts';
import { CardSkeletons, cardGridClass, LoadedItems } from '../lists/cards.tsx';
import { queryVideoPages } from '../lists/content-pages.ts';
import { makePageStartProps, ShowMore, usePages } from '../lists/show-more.tsx';
import { ReachUs } from '../navigation/reach-us.tsx';

export const Route = createFileRoute('/videos')({
  staticData: { site: ['pages.videos'] },
  ...makeListRoute('videos', queryVideoPages),
  component: VideosPage,
});

function VideosPage() {
  const pageWords = useSite('pages.videos').pages.videos;
  const videoPages = usePages(queryVideoPages, Route.useSearch());
  return (
    <>
      <PageHero {...pageWords} pattern={pattern} />
      <Section aria-label="All videos">
        <LoadedItems
          list={videoPages}
          empty={
            <EmptyState icon={Clapperboard} title="No videos available at the moment." action={<ReachUs />} />
          }
          skeleton={
            <CardSkeletons label="Loading videos…" image="aspect-video" bars={['h-6 w-3/4', 'h-5 w-28']} />
          }
        >
          {(videos) => (
            <>
              <ul className={cardGridClass}>
                {videos.map((video, at) => (
                  <VideoCard key={video.id} video={video} {...makePageStartProps(at)} />
                ))}
              </ul>
              <ShowMore {...videoPages} />
            </>
          )}
        </LoadedItems>
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
