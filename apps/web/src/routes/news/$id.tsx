import { postNotFound } from '@institute/contract/content.constants';
import { createFileRoute } from '@tanstack/react-router';
import { load, start } from '../../api/load.ts';
import { pageWords, siteData } from '../../api/site-data.ts';
import { postHead } from '../../features/posts/post-head.ts';
import { PostPage } from '../../features/posts/post-page.tsx';
import { PostSkeleton } from '../../features/posts/post-skeleton.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { breadcrumbs, pageHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';

export const Route = createFileRoute('/news/$id')({
  loader: async ({ context: { queryClient, queries }, params: { id } }) => {
    const post = await load(queryClient, queries.posts.detail(id));
    await start(queryClient, queries.posts.similar(post));
    return post;
  },
  head: ({ match: { context }, loaderData: post, params: { id } }) => {
    const path = `/news/${id}`;
    const all = pageWords(context, 'news');
    if (!post) return pageHead(context, { ...all, title: postNotFound, path, noindex: true });
    const way = [
      { name: all.title, path: '/news' },
      { name: post.title, path },
    ];
    return pageHead(
      context,
      postHead(post, siteData(context), context.origin, import.meta.env.SSR ? breadcrumbs(context, way) : {}),
    );
  },
  pendingComponent: PostSkeleton,
  notFoundComponent: () => <NotFoundPage title={postNotFound} to="/news" label="All news" />,
  component: PostRoute,
});

function PostRoute() {
  return (
    <>
      <PreviewBanner item={Route.useLoaderData()} />
      <PostPage id={Route.useParams().id} />
    </>
  );
}
