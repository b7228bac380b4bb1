import { createFileRoute, redirect } from '@tanstack/react-router';
import { EntranceSkeleton } from '../../features/admin-session/entrance-skeleton.tsx';
import { LoginPage } from '../../features/admin-session/login-page.tsx';

export const Route = createFileRoute('/admin_/login')({
  ssr: false,
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  beforeLoad: async () => {
    const { session } = await import('../../api/admin.ts');
    if (session.read()) throw redirect({ to: '/admin', replace: true });
  },
  head: () => ({ meta: [{ title: 'Sign in – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: EntranceSkeleton,
  component: LoginPage,
});
