import { createFileRoute } from '@tanstack/react-router';
import { siteData } from '../../api/site-data.ts';
import { NewsletterPage } from '../../features/shell/newsletter-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/newsletter/')({
  validateSearch: reads<'sent'>('sent'),
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Newsletter',
      description: import.meta.env.SSR
        ? `The newsletter of ${siteData(context)?.institute.name}: open days, new courses and student work.`
        : '',
      path: '/newsletter',
      noindex: true,
    }),
  component: () => <NewsletterPage sent={Route.useSearch().sent !== undefined} />,
});
