import { createFileRoute } from '@tanstack/react-router';
import { UnassignedPage, type UnassignedSearch } from '../../../features/fees/unassigned-page.tsx';

export const Route = createFileRoute('/admin/fees/unassigned')({
  validateSearch: (search: UnassignedSearch) => search,
  head: () => ({ meta: [{ title: 'Unassigned – Admin' }] }),
  component: UnassignedPage,
});
