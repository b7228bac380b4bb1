import { createFileRoute } from '@tanstack/react-router';
import { LinkPasswordPage } from '../../features/session/link-password-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/reset-password')({
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
  head: () => ({ meta: [{ title: 'New password – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: () => <LinkPasswordPage kind="resetLink" token={Route.useSearch().token} />,
});
