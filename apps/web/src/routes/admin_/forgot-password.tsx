import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/admin-session/auth-skeleton.tsx';
import { ForgotPasswordPage } from '../../features/admin-session/forgot-password-page.tsx';

export const Route = createFileRoute('/admin_/forgot-password')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Forgot password – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: AuthSkeleton,
  component: ForgotPasswordPage,
});
