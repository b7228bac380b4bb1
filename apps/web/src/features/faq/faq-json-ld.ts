import type { Site } from '@institute/contract';

/** The questions as search engines show them. */
export const faqJsonLd = (faq: Site['faq']) => ({
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});
