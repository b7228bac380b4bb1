import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '../../admin-ui/list/list-search.ts';
import { MediaPage } from '../../features/admin-media/media-page.tsx';

export const Route = createFileRoute('/admin/media')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Media – Admin' }] }),
  component: MediaPage,
});
