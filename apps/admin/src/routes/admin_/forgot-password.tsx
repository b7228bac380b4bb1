import { createFileRoute } from '@tanstack/react-router';
import { AuthSkeleton } from '../../features/session/auth-skeleton.tsx';
import { ForgotPasswordPage } from '../../features/session/forgot-password-page.tsx';

export const Route = createFileRoute('/admin_/forgot-password')({
  head: () => ({ meta: [{ title: 'Forgot password – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: ForgotPasswordPage,
});
