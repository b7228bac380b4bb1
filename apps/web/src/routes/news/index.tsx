import { createFileRoute } from '@tanstack/react-router';
import { startPages } from '../../api/load.ts';
import { totalOf } from '../../api/pages.ts';
import { pageWords } from '../../api/site-data.ts';
import { NewsPage } from '../../features/posts/news-page.tsx';
import { listHead } from '../../features/shell/list-head.ts';
import { pagesWanted } from '../../lists/list-choice.ts';
import { postPages } from '../../lists/list-pages.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/news/')({
  staticData: { site: ['pages.news'] },
  validateSearch: reads<'category' | 'q' | 'page'>('category', 'q', 'page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, queries }, deps }) =>
    startPages(queryClient, postPages(queries, deps), pagesWanted(deps)),
  head: ({ match: { context, search } }) =>
    listHead(context, {
      words: pageWords(context, 'news'),
      path: '/news',
      choice: search,
      total: totalOf(context.queryClient, postPages(context.queries, search)),
    }),
  component: () => <NewsPage choice={Route.useSearch()} />,
});
