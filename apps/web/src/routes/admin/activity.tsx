import { createFileRoute } from '@tanstack/react-router';
import { ActivityPage } from '../../features/admin-activity/activity-page.tsx';
import { activitySearch } from '../../features/admin-activity/activity-search.ts';

export const Route = createFileRoute('/admin/activity')({
  validateSearch: activitySearch,
  head: () => ({ meta: [{ title: 'Activity – Admin' }] }),
  component: ActivityPage,
});
