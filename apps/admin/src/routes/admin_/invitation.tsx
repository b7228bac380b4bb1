import { createFileRoute } from '@tanstack/react-router';
import { LinkPasswordPage } from '../../features/session/link-password-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/invitation')({
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
  head: () => ({ meta: [{ title: 'Invitation – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: () => <LinkPasswordPage kind="invitation" token={Route.useSearch().token} />,
});
