import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '../../features/trash/trash-page.tsx';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/trash')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Trash – Admin' }] }),
  component: TrashPage,
});
