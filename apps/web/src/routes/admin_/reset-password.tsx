import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/admin-session/auth-skeleton.tsx';
import { LinkPasswordPage } from '../../features/admin-session/link-password-page.tsx';
import { secret } from '../../page-headers.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/admin_/reset-password')({
  ssr: false,
  validateSearch: reads<'token'>('token'),
  headers: () => secret,
  head: () => ({ meta: [{ title: 'New password – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: AuthSkeleton,
  component: () => <LinkPasswordPage kind="resetLink" token={Route.useSearch().token} />,
});
