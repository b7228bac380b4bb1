import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { ProgramsPage } from '../../features/admin-programs/programs-page.tsx';

export const Route = createFileRoute('/admin/programs')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Programs – Admin' }] }),
  component: ProgramsPage,
});
