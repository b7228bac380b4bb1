import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { RegistrationsPage } from '../../features/admin-registrations/registrations-page.tsx';

export const Route = createFileRoute('/admin/registrations')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Registrations – Admin' }] }),
  component: RegistrationsPage,
});
