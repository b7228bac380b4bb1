import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { siteData } from '../api/site-data.ts';
import { homeHead } from '../features/home/home-head.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/')({
  staticData: {
    site: [
      'pages.contact',
      'institute.foundedYear',
      'slides',
      'floors',
      'blurbs',
      'values',
      'partners',
      'about.mission',
    ],
  },
  loader: ({ context: { queryClient, queries } }) =>
    start(
      queryClient,
      queries.programSlides(),
      queries.coaches.count(),
      queries.facilities.count(),
      queries.alumni.count(),
    ),
  head: ({ match: { context } }) => pageHead(context, homeHead(siteData(context), context.origin)),
  component: HomePage,
});
