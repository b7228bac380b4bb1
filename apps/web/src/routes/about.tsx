import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { pageWords, siteData } from '../api/site-data.ts';
import { AboutPage } from '../features/about/about-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/about')({
  staticData: { site: ['pages.about', 'institute.aboutDocumentUrl', 'about', 'values'] },
  loader: ({ context: { queryClient, queries } }) =>
    start(queryClient, queries.coaches.all({ group: 'board' })),
  head: ({ match: { context } }) =>
    pageHead(context, {
      ...pageWords(context, 'about'),
      path: '/about',
      image: import.meta.env.SSR ? siteData(context)?.about.image : null,
    }),
  component: AboutPage,
});
