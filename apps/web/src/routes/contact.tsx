import { createFileRoute, useSearch } from '@tanstack/react-router';
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
  // Not this route's own search: the preview in the admin area shows the page under another route.
  component: () => <ContactPage sent={useSearch({ strict: false }).sent !== undefined} />,
});
