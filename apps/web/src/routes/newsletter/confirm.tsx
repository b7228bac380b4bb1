import { createFileRoute } from '@tanstack/react-router';
import { EmailLinkPage } from '../../features/newsletter/email-link-page.tsx';
import { makePersonalPageOptions } from '../../features/shell/page-head.ts';
import { makeParameterReader } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/newsletter/confirm')({
  validateSearch: makeParameterReader<'token'>('token'),
  ...makePersonalPageOptions(
    '/newsletter/confirm',
    'Confirm your subscription',
    import.meta.env.SSR && 'Confirm that the newsletter of the institute may come to your email address.',
  ),
  component: () => <EmailLinkPage action="confirm" token={Route.useSearch().token} />,
});
