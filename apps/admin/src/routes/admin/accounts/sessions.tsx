import { createFileRoute } from '@tanstack/react-router';
import { OwnSessions } from '../../../features/accounts/own-session-list.tsx';

export const Route = createFileRoute('/admin/accounts/sessions')({
  head: () => ({ meta: [{ title: 'Your Sessions – Admin' }] }),
  component: OwnSessions,
});
