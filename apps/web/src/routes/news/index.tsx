import { createFileRoute } from '@tanstack/react-router';
import { startPages, totalOf } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { NewsPage } from '../../features/posts/news-page.tsx';
import { listHead } from '../../features/shell/page-head.ts';
import { pagesWanted, postPages } from '../../lists/list-choice.ts';
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
