import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { siteData } from '../api/site-data.ts';
import { CoachesPage } from '../features/coaches/coaches-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/coaches')({
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.coaches.list()),
  head: ({ match: { context } }) => {
    const site = siteData(context);
    return pageHead(context, {
      title: 'Trainers',
      description: `${site?.pages.coaches.intro} Meet the board, the trainers and the support staff of ${site?.institute.name}.`,
      path: '/coaches',
    });
  },
  component: CoachesPage,
});
