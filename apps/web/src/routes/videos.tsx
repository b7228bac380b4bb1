import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { pageHead } from '../features/shell/page-head.ts';
import { VideosPage } from '../features/videos/videos-page.tsx';

export const Route = createFileRoute('/videos')({
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.gallery.list()),
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'videos'), path: '/videos' }),
  component: VideosPage,
});
