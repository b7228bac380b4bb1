import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../features/admin-content/list-search.ts';
import { ProgramsPage } from '../../features/admin-programs/programs-page.tsx';

export const Route = createFileRoute('/admin/programs')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Programs – Admin' }] }),
  component: ProgramsPage,
});
