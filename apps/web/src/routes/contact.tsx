import { createFileRoute } from '@tanstack/react-router';
import { pageWords } from '../api/site-data.ts';
import { ContactPage } from '../features/contact/contact-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/contact')({
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'contact'), path: '/contact' }),
  component: ContactPage,
});
