import { createFileRoute, redirect } from '@tanstack/react-router';
import { AdminShell } from '../../features/admin-shell/admin-shell.tsx';
import { ShellSkeleton } from '../../features/admin-shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin')({
  ssr: false,
  beforeLoad: async ({ location }) => {
    const { session } = await import('../../api/admin.ts');
    if (!session.read())
      throw redirect({ to: '/admin/login', search: { next: location.href }, replace: true });
  },
  head: () => ({ meta: [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: ShellSkeleton,
  component: AdminShell,
});
