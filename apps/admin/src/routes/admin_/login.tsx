import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/session/auth-skeleton.tsx';
import { LoginPage } from '../../features/session/login-page.tsx';

export const Route = createFileRoute('/admin_/login')({
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign in – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: LoginPage,
});
