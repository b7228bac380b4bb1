import { createFileRoute } from '@tanstack/react-router';
import { TwoStepPage } from '../../features/accounts/two-step-page.tsx';
import { AdminSession } from '../../features/shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/two-step')({
  head: () => ({ meta: [{ title: 'Two-step sign-in – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: () => (
    <AdminSession>
      <TwoStepPage />
    </AdminSession>
  ),
});
