import { createFileRoute } from '@tanstack/react-router';
import { EmailLinkPage } from '../../features/newsletter/email-link-page.tsx';
import { pageHead, personal } from '../../features/shell/page-head.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/newsletter/unsubscribe')({
  validateSearch: reads<'token'>('token'),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Leave the newsletter',
      description: import.meta.env.SSR
        ? 'Leave the newsletter of the institute. No further issue will come to your email address.'
        : '',
      path: '/newsletter/unsubscribe',
      noindex: true,
    }),
  component: () => <EmailLinkPage action="unsubscribe" token={Route.useSearch().token} />,
});
