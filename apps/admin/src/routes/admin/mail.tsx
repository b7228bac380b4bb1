import { createFileRoute } from '@tanstack/react-router';
import { EmailsPage } from '../../features/emails/emails-page.tsx';

export const Route = createFileRoute('/admin/mail')({
  head: () => ({ meta: [{ title: 'Mail – Admin' }] }),
  component: EmailsPage,
});
