import type { Post } from '@institute/contract';
import { BackLink } from '@institute/ui/back-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { VideoPlayer } from '@institute/ui/video-player.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';
import { PostCard, PostFacts, postGridClass, RelatedSkeleton } from './post-card.tsx';

const SIZES = '(min-width: 1024px) 900px, 80vw';

export function PostPage({ id }: { id: string }) {
  const { data: post } = useSuspenseQuery(useApi().queries.posts.detail(id));
  return (
    <>
      <Container className="pt-4 pb-section md:pt-6">
        <BackLink to="/news">Back to news</BackLink>
        <article className="mx-auto mt-2 flex max-w-[56.25rem] flex-col gap-6 md:mt-4 lg:gap-8">
          <header className="flex flex-col items-start gap-3">
            <PostFacts post={post} />
            <Heading level={1}>{post.title}</Heading>
          </header>
          <PostMedia key={post.id} post={post} />
          {/* The server has sanitised this HTML. */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: post.content }} />
        </article>
      </Container>
      <RelatedPosts post={post} />
    </>
  );
}

function PostMedia({ post: { title, imageUrl, imageAlt, videoUrl } }: { post: Post }) {
  const alt = imageAlt ?? title;
  if (videoUrl) {
    return (
      <VideoPlayer
        videoUrl={videoUrl}
        title={title}
        image={imageUrl}
        alt={alt}
        sizes={SIZES}
        priority
        className="rounded-card"
      />
    );
  }
  if (!imageUrl) return null;
  return (
    <ResponsiveImage
      src={imageUrl}
      alt={alt}
      ratio={16 / 9}
      sizes={SIZES}
      priority
      className="w-full rounded-card"
    />
  );
}

function RelatedPosts({ post }: { post: Post }) {
  const { data, isError, isFetching, refetch } = useQuery(useApi().queries.posts.similar(post));
  return (
    <Section tone="sand" aria-label="Related Articles" title="Related Articles">
      {data && (
        <ul className={postGridClass}>
          {data.map((other) => (
            <PostCard key={other.id} post={other} />
          ))}
        </ul>
      )}
      {!data && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
      {!data && !isError && <RelatedSkeleton />}
    </Section>
  );
}
