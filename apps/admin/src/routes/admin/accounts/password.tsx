import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../../api/first-calls.ts';
import { PasswordForm } from '../../../features/accounts/password-form.tsx';

export const Route = createFileRoute('/admin/accounts/password')({
  head: () => ({ meta: [{ title: 'Your Password – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: PasswordForm,
});
