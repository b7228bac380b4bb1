import { createFileRoute } from '@tanstack/react-router';
import { EntranceSkeleton } from '../../features/admin-session/entrance-skeleton.tsx';
import { ForgotPasswordPage } from '../../features/admin-session/forgot-password-page.tsx';

export const Route = createFileRoute('/admin_/forgot-password')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Forgot password – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: EntranceSkeleton,
  component: ForgotPasswordPage,
});
