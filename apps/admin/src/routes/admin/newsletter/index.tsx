import { createFileRoute } from '@tanstack/react-router';
import { SubscribersPage } from '../../../features/newsletter/subscribers-page.tsx';
import type { ListSearch } from '../../../lists/list-search.ts';

export const Route = createFileRoute('/admin/newsletter/')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Newsletter subscribers – Admin' }] }),
  component: SubscribersPage,
});
