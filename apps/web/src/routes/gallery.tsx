import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { GalleryPage } from '../features/gallery/gallery-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';
import { reads } from '../page-query.ts';

export const Route = createFileRoute('/gallery')({
  validateSearch: reads<'category' | 'q'>('category', 'q'),
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.gallery.list()),
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'gallery'), path: '/gallery' }),
  component: () => <GalleryPage choice={Route.useSearch()} />,
});
