import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { siteData } from '../api/site-data.ts';
import { AboutPage } from '../features/about/about-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/about')({
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.coaches.list()),
  head: ({ match: { context } }) => {
    const site = siteData(context);
    return pageHead(context, {
      title: 'About',
      description: `${site?.pages.about.intro} Our mission: ${site?.about.mission}`,
      path: '/about',
      image: site?.about.image,
    });
  },
  component: AboutPage,
});
