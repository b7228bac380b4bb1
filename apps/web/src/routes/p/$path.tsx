import type { Page } from '@institute/contract';
import { ownPagesFolder, pageNotFound } from '@institute/contract/pages.constants';
import { readPostText } from '@institute/contract/text';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useApi } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import type { PageContext } from '../../api/site-data.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { makePageHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';
import { WrittenText } from '../../features/shell/written-text.tsx';

export const Route = createFileRoute('/p/$path')({
  loader: async ({ context: { queryClient, queries }, params: { path } }) => {
    const page = await loadQuery(queryClient, queries.ownPage(path));
    return page ?? Promise.reject(notFound());
  },
  head: ({ match: { context }, loaderData: page, params: { path } }) =>
    makePageHead(context, {
      path: `${ownPagesFolder}/${path}`,
      ...(page ? describeOfficeWrittenPage(page, context) : { title: pageNotFound, noindex: true }),
    }),
  notFoundComponent: () => <NotFoundPage title={pageNotFound} to="/" label="Home" />,
  component: OfficeWrittenPage,
});

function OfficeWrittenPage() {
  const { path } = Route.useParams();
  const { data: page } = useSuspenseQuery(useApi().queries.ownPage(path));
  if (!page) return <NotFoundPage title={pageNotFound} to="/" label="Home" />;
  const { title, content, imageUrl, imageAlt } = page;
  return (
    <>
      <PreviewBanner item={page} />
      <Container className="pt-section pb-section">
        <article className="mx-auto flex max-w-[56.25rem] flex-col gap-6 lg:gap-8">
          <Heading level={1} className="wrap-anywhere">
            {title}
          </Heading>
          {imageUrl && (
            <ResponsiveImage
              src={imageUrl}
              alt={imageAlt ?? title}
              ratio={16 / 9}
              sizes="(min-width: 1024px) 900px, 80vw"
              priority
              className="w-full rounded-card"
            />
          )}
          <WrittenText html={content} />
        </article>
      </Container>
    </>
  );
}

function describeOfficeWrittenPage(
  { title, content, imageUrl, imageAlt, path, createdAt, updatedAt }: Page,
  { origin }: PageContext,
) {
  // The browser needs only the title: search engines and previews read what the server sends
  if (!import.meta.env.SSR) return { title };
  return {
    title,
    description: `${title}: ${readPostText(content)}`,
    image: imageUrl,
    imageAlt,
    jsonLd: {
      '@type': 'WebPage',
      name: title,
      url: `${origin}${ownPagesFolder}/${path}`,
      datePublished: createdAt,
      dateModified: updatedAt,
      ...(imageUrl && { image: [new URL(imageUrl, origin).href] }),
    },
  };
}
