import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '../../../admin-ui/list/list-search.ts';
import { SubscribersPage } from '../../../features/admin-newsletter/subscribers-page.tsx';

export const Route = createFileRoute('/admin/newsletter/')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Newsletter subscribers – Admin' }] }),
  component: SubscribersPage,
});
