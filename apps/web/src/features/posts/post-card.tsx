import type { PostSummary } from '@institute/contract';
import type { PostCategory } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { PlayMark } from '@institute/ui/video-player.tsx';
import { VideoThumbnail } from '@institute/ui/video-thumbnail.tsx';
import { ArrowRight } from 'lucide-react';
import type { ComponentProps } from 'react';

const featuredClass = 'lg:grid! lg:grid-cols-[3fr_2fr]';
export const postGridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';

export function FeaturedPost({ post }: { post: PostSummary }) {
  return (
    <Card as="article" className={cx(linkedCardClass, featuredClass)}>
      <PostImage
        post={post}
        ratio={16 / 10}
        sizes="(min-width: 1024px) 710px, 80vw"
        priority
        className="w-full lg:h-full"
      />
      <div className="flex flex-col gap-4 p-5 md:p-8 lg:justify-center lg:p-10">
        <PostFacts post={post} />
        <Heading level={2}>
          <PostLink post={post} />
        </Heading>
        <p className="line-clamp-6 text-muted">{post.excerpt}</p>
        <ArrowRight
          className="size-6 text-green transition-transform group-hover:translate-x-1"
          strokeWidth={1.75}
          aria-hidden
        />
      </div>
    </Card>
  );
}

type PostCardProps = ComponentProps<'li'> & { post: PostSummary };

export function PostCard({ post, ...item }: PostCardProps) {
  return (
    <Card as="li" {...item} className={linkedCardClass}>
      <PostImage
        post={post}
        ratio={3 / 2}
        sizes="(min-width: 1024px) 380px, (min-width: 640px) 50vw, 80vw"
        className="w-full"
      />
      <CardBody>
        <PostFacts post={post} />
        <Heading level={3}>
          <PostLink post={post} />
        </Heading>
        <p className="line-clamp-3 text-base text-muted">{post.excerpt}</p>
      </CardBody>
    </Card>
  );
}

const PostLink = ({ post: { id, title } }: { post: PostSummary }) => (
  <CardLink to="/news/$id" params={{ id: String(id) }}>
    {title}
  </CardLink>
);

export function PostFacts({
  post: { category, createdAt, publishedAt },
}: {
  post: Pick<PostSummary, 'category' | 'createdAt' | 'publishedAt'>;
}) {
  const day = publishedAt ?? createdAt;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <CategoryBadge category={category} />
      <time dateTime={day} className="text-sm text-muted">
        {formatDate(day)}
      </time>
    </div>
  );
}

type PostImageProps = Omit<ComponentProps<typeof ResponsiveImage>, 'src' | 'alt'> & { post: PostSummary };

function PostImage({ post, ...image }: PostImageProps) {
  const { title, imageUrl, imageAlt, videoUrl } = post;
  const alt = imageAlt ?? title;
  if (!videoUrl) return <ResponsiveImage {...image} src={imageUrl} alt={alt} />;
  return (
    <div className="relative overflow-hidden">
      <VideoThumbnail {...image} src={imageUrl} videoUrl={videoUrl} alt={alt} />
      <div className="absolute bottom-3 left-3">
        <PlayMark small />
      </div>
    </div>
  );
}

const tones: Record<PostCategory, BadgeTone> = {
  news: 'neutral',
  events: 'sun',
  achievements: 'green',
  announcements: 'sky',
  community: 'clay',
};

const CategoryBadge = ({ category }: { category: PostCategory }) => (
  <Badge tone={tones[category]}>{capitalise(category)}</Badge>
);

const cardClass = 'overflow-hidden rounded-card border border-line bg-card';
const places = [1, 2, 3, 4, 5, 6];

export function PostsSkeleton() {
  return (
    <SkeletonGroup label="Loading articles…" className="flex flex-col gap-5 lg:gap-6">
      <Skeleton className={cx(cardClass, featuredClass)}>
        <SkeletonBar className="aspect-[16/10] rounded-none!" />
        <Words />
      </Skeleton>
      <PostCardSkeletons />
    </SkeletonGroup>
  );
}

export const RelatedSkeleton = () => (
  <SkeletonGroup label="Loading articles…">
    <PostCardSkeletons count={3} />
  </SkeletonGroup>
);

const PostCardSkeletons = ({ count = places.length }: { count?: number }) => (
  <div className={postGridClass}>
    {places.slice(0, count).map((place) => (
      <Skeleton key={place} className={cardClass}>
        <SkeletonBar className="aspect-[3/2] rounded-none!" />
        <Words />
      </Skeleton>
    ))}
  </div>
);

const Words = () => (
  <div className="flex flex-col justify-center gap-3 p-5 md:p-6">
    <SkeletonBar className="h-6 w-40" />
    <SkeletonBar className="h-7 w-full" />
    <SkeletonBar className="h-17 w-full" />
  </div>
);
