import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../api/first-calls.ts';
import { AdminShell } from '../../features/shell/admin-shell.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin')({
  head: () => ({ meta: [{ title: 'Admin' }] }),
  // Every screen asks what the account may do.
  loader: firstCalls(({ account }) => account.get.prefetch()),
  pendingComponent: ShellSkeleton,
  // In the first script, because it is the first screen.
  codeSplitGroupings: [],
  component: () => <AdminShell />,
});
