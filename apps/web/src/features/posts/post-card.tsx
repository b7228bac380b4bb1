import type { PostSummary } from '@institute/contract';
import type { PostCategory } from '@institute/contract/posts.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { CardLink } from '@institute/ui/card.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { PlayMark } from '@institute/ui/video-player.tsx';
import { VideoThumbnail } from '@institute/ui/video-thumbnail.tsx';
import type { ComponentProps } from 'react';
import { ItemCard } from '../../lists/cards.tsx';

type PostCardProps = ComponentProps<'li'> & { post: PostSummary; featured?: boolean };

export function PostCard({ post, featured = false, ...item }: PostCardProps) {
  return (
    <ItemCard
      {...item}
      featured={featured}
      image={(look) => <PostImage post={post} ratio={featured ? 16 / 10 : 3 / 2} {...look} />}
    >
      <PostFacts post={post} />
      <Heading level={featured ? 2 : 3}>
        <CardLink to="/news/$id" params={{ id: String(post.id) }}>
          {post.title}
        </CardLink>
      </Heading>
      <p className={cx('text-muted', featured ? 'line-clamp-6' : 'line-clamp-3 text-base')}>{post.excerpt}</p>
    </ItemCard>
  );
}

export function PostFacts({ post }: { post: Pick<PostSummary, 'category' | 'createdAt' | 'publishedAt'> }) {
  const publicationDay = post.publishedAt ?? post.createdAt;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Badge tone={badgeTonesByPostCategory[post.category]}>{capitalise(post.category)}</Badge>
      <time dateTime={publicationDay} className="text-sm text-muted">
        {formatDate(publicationDay)}
      </time>
    </div>
  );
}

type PostImageProps = Omit<ComponentProps<typeof ResponsiveImage>, 'src' | 'alt'> & { post: PostSummary };

function PostImage({ post, ...image }: PostImageProps) {
  const { title, imageUrl, imageAlt, videoUrl } = post;
  const altText = imageAlt ?? title;
  if (!videoUrl) return <ResponsiveImage {...image} src={imageUrl} alt={altText} />;
  return (
    <div className="relative overflow-hidden">
      <VideoThumbnail {...image} src={imageUrl} videoUrl={videoUrl} alt={altText} />
      <div className="absolute bottom-3 left-3">
        <PlayMark small />
      </div>
    </div>
  );
}

const badgeTonesByPostCategory: Record<PostCategory, BadgeTone> = {
  news: 'neutral',
  events: 'sun',
  achievements: 'green',
  announcements: 'sky',
  community: 'clay',
};

export const postSkeleton = { image: 'aspect-[3/2]', bars: ['h-6 w-40', 'h-7 w-full', 'h-17 w-full'] };
