import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { MediaPage } from '../../features/admin-media/media-page.tsx';

export const Route = createFileRoute('/admin/media')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Media – Admin' }] }),
  component: MediaPage,
});
