import type { Post } from '@institute/contract';
import { postNotFound } from '@institute/contract/posts.constants';
import { findFirstPicture, readPostText } from '@institute/contract/text';
import { makeThumbnailUrl, readVideoId } from '@institute/contract/video';
import { BackLink } from '@institute/ui/back-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { VideoPlayer } from '@institute/ui/video-player.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useApi } from '../../api/context.ts';
import { loadQuery, startQueries } from '../../api/load.ts';
import { type PageContext, readSiteData } from '../../api/site-data.ts';
import { PostCard, PostFacts, postSkeleton } from '../../features/posts/post-card.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { makeItemHead, SHARED_IMAGE } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';
import { WrittenText } from '../../features/shell/written-text.tsx';
import { CardSkeletons, cardGridClass, LoadedItems } from '../../lists/cards.tsx';

export const Route = createFileRoute('/news/$id')({
  loader: async ({ context: { queryClient, queries }, params: { id } }) => {
    const post = await loadQuery(queryClient, queries.posts.detail(id));
    await startQueries(queryClient, queries.posts.similar(post));
    return post;
  },
  head: makeItemHead('news', postNotFound, makePostHead),
  notFoundComponent: () => <NotFoundPage title={postNotFound} to="/news" label="All news" />,
  component: PostPage,
});

function PostPage() {
  const { id } = Route.useParams();
  const { data: post } = useSuspenseQuery(useApi().queries.posts.detail(id));
  return (
    <>
      <PreviewBanner item={post} />
      <Container className="pt-4 pb-section md:pt-6">
        <BackLink to="/news">Back to news</BackLink>
        <article className="mx-auto mt-2 flex max-w-[56.25rem] flex-col gap-6 md:mt-4 lg:gap-8">
          <header className="flex flex-col items-start gap-3">
            <PostFacts post={post} />
            <Heading level={1}>{post.title}</Heading>
          </header>
          <PostMedia key={post.id} post={post} />
          <WrittenText html={post.content} />
        </article>
      </Container>
      <RelatedPosts post={post} />
    </>
  );
}

function PostMedia({ post: { title, imageUrl, imageAlt, videoUrl } }: { post: Post }) {
  const mediaProps = {
    alt: imageAlt ?? title,
    sizes: '(min-width: 1024px) 900px, 80vw',
    priority: true,
    className: 'w-full rounded-card',
  };
  if (videoUrl) return <VideoPlayer {...mediaProps} videoUrl={videoUrl} title={title} image={imageUrl} />;
  return imageUrl && <ResponsiveImage {...mediaProps} src={imageUrl} ratio={16 / 9} />;
}

function RelatedPosts({ post }: { post: Post }) {
  const relatedPosts = useQuery(useApi().queries.posts.similar(post));
  return (
    <Section tone="sand" aria-label="Related Articles" title="Related Articles">
      <LoadedItems
        list={relatedPosts}
        empty={<p className="text-muted">There is no other one of this category yet.</p>}
        skeleton={<CardSkeletons label="Loading articles…" count={3} {...postSkeleton} />}
      >
        {(posts) => (
          <ul className={cardGridClass}>
            {posts.map((other) => (
              <PostCard key={other.id} post={other} />
            ))}
          </ul>
        )}
      </LoadedItems>
    </Section>
  );
}

function makePostHead(post: Post, context: PageContext) {
  // The browser needs only the title: search engines and previews read what the server sends
  if (!import.meta.env.SSR) return { title: post.title };
  const { origin } = context;
  const { id, title, content, videoUrl, imageUrl, updatedAt } = post;
  const publishedAt = post.publishedAt ?? post.createdAt;
  const videoId = readVideoId(videoUrl);
  const firstPictureInText = imageUrl || videoId ? null : findFirstPicture(content);
  const sharedImageAddress =
    imageUrl ?? (videoId ? makeThumbnailUrl(videoId) : (firstPictureInText?.src ?? SHARED_IMAGE.src));
  const sharedImageAlt = firstPictureInText ? firstPictureInText.alt : post.imageAlt;
  const publisherData = {
    '@type': 'EducationalOrganization',
    name: readSiteData(context)?.institute.name || undefined,
    url: origin,
  };
  return {
    title,
    description: `${title}: ${readPostText(content)}`,
    image: sharedImageAddress,
    imageAlt: sharedImageAlt,
    type: 'article' as const,
    publishedAt,
    jsonLd: {
      '@type': 'NewsArticle',
      headline: title,
      datePublished: publishedAt,
      // A scheduled post may have been changed last before its publication
      dateModified: [updatedAt, publishedAt].sort()[1],
      image: [new URL(sharedImageAddress, origin).href],
      url: `${origin}/news/${id}`,
      author: publisherData,
      publisher: publisherData,
    },
  };
}
