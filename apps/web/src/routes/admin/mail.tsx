import { createFileRoute } from '@tanstack/react-router';
import { MailPage } from '../../features/admin-mail/mail-page.tsx';

export const Route = createFileRoute('/admin/mail')({
  head: () => ({ meta: [{ title: 'Mail – Admin' }] }),
  component: MailPage,
});
