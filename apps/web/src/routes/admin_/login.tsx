import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/admin-session/auth-skeleton.tsx';
import { LoginPage } from '../../features/admin-session/login-page.tsx';

export const Route = createFileRoute('/admin_/login')({
  ssr: false,
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign in – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: AuthSkeleton,
  component: LoginPage,
});
