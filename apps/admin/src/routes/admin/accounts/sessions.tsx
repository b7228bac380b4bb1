import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../../api/first-calls.ts';
import { OwnSessions } from '../../../features/accounts/own-session-list.tsx';

export const Route = createFileRoute('/admin/accounts/sessions')({
  head: () => ({ meta: [{ title: 'Your Sessions – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: OwnSessions,
});
