import { createFileRoute } from '@tanstack/react-router';
import { startPages, totalOf } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { GalleryPage } from '../features/gallery/gallery-page.tsx';
import { listHead } from '../features/shell/page-head.ts';
import { galleryPages, pagesWanted } from '../lists/list-choice.ts';
import { reads } from '../page-query.ts';

export const Route = createFileRoute('/gallery')({
  staticData: { site: ['pages.gallery'] },
  validateSearch: reads<'category' | 'q' | 'page'>('category', 'q', 'page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, queries }, deps }) =>
    startPages(queryClient, galleryPages(queries, deps), pagesWanted(deps)),
  head: ({ match: { context, search } }) =>
    listHead(context, {
      words: pageWords(context, 'gallery'),
      path: '/gallery',
      choice: search,
      total: totalOf(context.queryClient, galleryPages(context.queries, search)),
    }),
  component: () => <GalleryPage choice={Route.useSearch()} />,
});
