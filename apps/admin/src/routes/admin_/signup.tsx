import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/session/auth-skeleton.tsx';
import { SignupPage } from '../../features/session/signup-page.tsx';

export const Route = createFileRoute('/admin_/signup')({
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign up – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: SignupPage,
});
