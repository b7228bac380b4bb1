import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { AlumniPage } from '../../features/admin-alumni/alumni-page.tsx';

export const Route = createFileRoute('/admin/alumni')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Alumni – Admin' }] }),
  component: AlumniPage,
});
