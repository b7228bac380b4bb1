import { createFileRoute } from '@tanstack/react-router';
import { AdminShell } from '../../features/shell/admin-shell.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin')({
  head: () => ({ meta: [{ title: 'Admin' }] }),
  pendingComponent: ShellSkeleton,
  // In the first script, because it is the first screen.
  codeSplitGroupings: [],
  component: () => <AdminShell />,
});
