import { createFileRoute } from '@tanstack/react-router';
import { start } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { NewsPage } from '../../features/news/news-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/news/')({
  validateSearch: reads<'category' | 'q'>('category', 'q'),
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.posts.list()),
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'news'), path: '/news' }),
  component: () => <NewsPage choice={Route.useSearch()} />,
});
