import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../features/admin-content/list-search.ts';
import { GalleryPage } from '../../features/admin-gallery/gallery-page.tsx';

export const Route = createFileRoute('/admin/gallery')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Gallery – Admin' }] }),
  component: GalleryPage,
});
