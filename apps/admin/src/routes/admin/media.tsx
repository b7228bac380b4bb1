import { createFileRoute } from '@tanstack/react-router';
import { MediaPage } from '../../features/media/media-page.tsx';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/media')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Media – Admin' }] }),
  component: MediaPage,
});
