import { createFileRoute } from '@tanstack/react-router';
import * as resources from '../../admin-resources.ts';
import { AdminShell } from '../../features/admin-shell/admin-shell.tsx';
import { ShellSkeleton } from '../../features/admin-shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin')({
  ssr: false,
  // previews show any page
  staticData: { site: 'all' },
  head: () => ({ meta: [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: ShellSkeleton,
  component: () => <AdminShell resources={resources} />,
});
