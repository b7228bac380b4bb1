import { createFileRoute } from '@tanstack/react-router';
import { CoachesPage } from '../../features/admin-coaches/coaches-page.tsx';
import { listSearch } from '../../features/admin-content/list-search.ts';

export const Route = createFileRoute('/admin/coaches')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Team Members – Admin' }] }),
  component: CoachesPage,
});
