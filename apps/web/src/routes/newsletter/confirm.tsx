import { createFileRoute } from '@tanstack/react-router';
import { EmailLinkPage } from '../../features/newsletter/email-link-page.tsx';
import { pageHead, personal } from '../../features/shell/page-head.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/newsletter/confirm')({
  validateSearch: reads<'token'>('token'),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Confirm your subscription',
      description: import.meta.env.SSR
        ? 'Confirm that the newsletter of the institute may come to your email address.'
        : '',
      path: '/newsletter/confirm',
      noindex: true,
    }),
  component: () => <EmailLinkPage action="confirm" token={Route.useSearch().token} />,
});
