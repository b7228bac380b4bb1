import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { CoachesPage } from '../../features/admin-coaches/coaches-page.tsx';

export const Route = createFileRoute('/admin/coaches')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Team Members – Admin' }] }),
  component: CoachesPage,
});
