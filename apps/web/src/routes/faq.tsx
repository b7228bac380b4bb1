import { createFileRoute } from '@tanstack/react-router';
import { siteData } from '../api/site-data.ts';
import { FaqPage } from '../features/faq/faq-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/faq')({
  head: ({ match: { context } }) => {
    const { faq = [], pages } = siteData(context) ?? {};
    return pageHead(context, {
      title: 'FAQ',
      description: [pages?.faq.intro, ...faq.slice(0, 3).map(({ question }) => question)].join(' '),
      path: '/faq',
      jsonLd: {
        '@type': 'FAQPage',
        mainEntity: faq.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    });
  },
  component: FaqPage,
});
