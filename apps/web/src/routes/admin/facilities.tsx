import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { FacilitiesPage } from '../../features/admin-facilities/facilities-page.tsx';

export const Route = createFileRoute('/admin/facilities')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Facilities – Admin' }] }),
  component: FacilitiesPage,
});
