import { createFileRoute } from '@tanstack/react-router';
import { RegistrationsPage } from '../../features/registrations/registrations-page.tsx';

type DeskAddress = Partial<
  Record<
    'q' | 'status' | 'program' | 'intake' | 'from' | 'to' | 'sort' | 'page' | 'size',
    string | number | undefined
  >
>;

export const Route = createFileRoute('/admin/registrations')({
  validateSearch: (search: DeskAddress) => search,
  head: () => ({ meta: [{ title: 'Registrations – Admin' }] }),
  component: RegistrationsPage,
});
