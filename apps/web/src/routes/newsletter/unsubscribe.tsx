import { createFileRoute } from '@tanstack/react-router';
import { EmailLinkPage } from '../../features/newsletter/email-link-page.tsx';
import { makePersonalPageOptions } from '../../features/shell/page-head.ts';
import { makeParameterReader } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/newsletter/unsubscribe')({
  validateSearch: makeParameterReader<'token'>('token'),
  ...makePersonalPageOptions(
    '/newsletter/unsubscribe',
    'Leave the newsletter',
    import.meta.env.SSR &&
      'Leave the newsletter of the institute. No further issue will come to your email address.',
  ),
  component: () => <EmailLinkPage action="unsubscribe" token={Route.useSearch().token} />,
});
