import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../features/admin-content/list-search.ts';
import { FacilitiesPage } from '../../features/admin-facilities/facilities-page.tsx';

export const Route = createFileRoute('/admin/facilities')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Facilities – Admin' }] }),
  component: FacilitiesPage,
});
