import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/session/auth-skeleton.tsx';
import { LinkPasswordPage } from '../../features/session/link-password-page.tsx';

export const Route = createFileRoute('/admin_/reset-password')({
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
  head: () => ({ meta: [{ title: 'New password – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: () => <LinkPasswordPage kind="resetLink" token={Route.useSearch().token} />,
});
