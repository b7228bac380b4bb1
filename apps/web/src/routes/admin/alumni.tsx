import { createFileRoute } from '@tanstack/react-router';
import { AlumniPage } from '../../features/admin-alumni/alumni-page.tsx';
import { listSearch } from '../../features/admin-content/list-search.ts';

export const Route = createFileRoute('/admin/alumni')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Alumni – Admin' }] }),
  component: AlumniPage,
});
