import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../../features/registration-status/status-page.tsx';
import { pageHead, personal } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/registration/status')({
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Where your application stands',
      description: import.meta.env.SSR
        ? 'See with your reference and your phone number how far we are with your application.'
        : '',
      path: '/registration/status',
      noindex: true,
    }),
  component: StatusPage,
});
