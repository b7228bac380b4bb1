import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { GalleryPage } from '../../features/admin-gallery/gallery-page.tsx';

export const Route = createFileRoute('/admin/gallery')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Gallery – Admin' }] }),
  component: GalleryPage,
});
