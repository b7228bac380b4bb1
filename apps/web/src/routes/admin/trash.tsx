import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '../../admin-ui/list/list-search.ts';
import { TrashPage } from '../../features/admin-trash/trash-page.tsx';

export const Route = createFileRoute('/admin/trash')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Trash – Admin' }] }),
  component: TrashPage,
});
