import { createFileRoute } from '@tanstack/react-router';
import { ActivityPage } from '../../features/activity/activity-page.tsx';
import type { ActivitySearch } from '../../features/activity/activity-search.ts';

export const Route = createFileRoute('/admin/activity')({
  validateSearch: (search: ActivitySearch) => search,
  head: () => ({ meta: [{ title: 'Activity – Admin' }] }),
  component: ActivityPage,
});
