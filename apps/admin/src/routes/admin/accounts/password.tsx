import { createFileRoute } from '@tanstack/react-router';
import { PasswordForm } from '../../../features/accounts/password-form.tsx';

export const Route = createFileRoute('/admin/accounts/password')({
  head: () => ({ meta: [{ title: 'Your Password – Admin' }] }),
  component: PasswordForm,
});
