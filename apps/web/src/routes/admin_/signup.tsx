import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/admin-session/auth-skeleton.tsx';
import { SignupPage } from '../../features/admin-session/signup-page.tsx';

export const Route = createFileRoute('/admin_/signup')({
  ssr: false,
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign up – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: AuthSkeleton,
  component: SignupPage,
});
