import { createFileRoute } from '@tanstack/react-router';
import { pageWords } from '../api/site-data.ts';
import { ContactPage } from '../features/contact/contact-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';
import { reads } from '../page-query.ts';

export const Route = createFileRoute('/contact')({
  staticData: {
    site: ['pages.contact', 'institute.mapUrl', 'institute.directionsUrl', 'departments', 'openingHours'],
  },
  validateSearch: reads<'sent'>('sent'),
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'contact'), path: '/contact' }),
  component: () => <ContactPage sent={Route.useSearch().sent !== undefined} />,
});
