import { createFileRoute } from '@tanstack/react-router';
import { UnassignedPage } from '../../../features/fees/unassigned-page.tsx';
import type { ListSearch } from '../../../lists/list-search.ts';

export const Route = createFileRoute('/admin/fees/unassigned')({
  validateSearch: (search: Pick<ListSearch, 'page' | 'size'>) => search,
  head: () => ({ meta: [{ title: 'Unassigned – Admin' }] }),
  component: UnassignedPage,
});
