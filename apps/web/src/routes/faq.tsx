import { createFileRoute } from '@tanstack/react-router';
import { pageWords, siteData } from '../api/site-data.ts';
import { faqJsonLd } from '../features/faq/faq-json-ld.ts';
import { FaqPage } from '../features/faq/faq-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/faq')({
  staticData: { site: ['pages.faq', 'pages.contact', 'faq'] },
  head: ({ match: { context } }) =>
    pageHead(context, {
      ...pageWords(context, 'faq'),
      path: '/faq',
      jsonLd: import.meta.env.SSR && faqJsonLd(siteData(context)?.faq ?? []),
    }),
  component: FaqPage,
});
