import { createFileRoute } from '@tanstack/react-router';
import { TwoStepPage } from '../../features/admin-accounts/two-step-page.tsx';
import { AdminSession } from '../../features/admin-shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/admin-shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/two-step')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Two-step sign-in – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: ShellSkeleton,
  component: () => (
    <AdminSession>
      <TwoStepPage />
    </AdminSession>
  ),
});
