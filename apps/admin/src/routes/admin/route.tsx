import { createFileRoute } from '@tanstack/react-router';
import { makeFirstCallsLoader } from '../../api/first-calls.ts';
import { AdminShell } from '../../features/shell/admin-shell.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin')({
  head: () => ({ meta: [{ title: 'Admin' }] }),
  // Every screen needs the account's rights, so they load first.
  loader: makeFirstCallsLoader(({ account }) => account.get.prefetch()),
  pendingComponent: ShellSkeleton,
  // This layout is part of the first script, because every screen needs it.
  codeSplitGroupings: [],
  component: () => <AdminShell />,
});
