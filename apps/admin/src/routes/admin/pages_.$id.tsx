import { createFileRoute } from '@tanstack/react-router';
import { PagePage } from '../../features/writing/pages.screen.tsx';

export const Route = createFileRoute('/admin/pages_/$id')({
  head: () => ({ meta: [{ title: 'Edit Page – Admin' }] }),
  component: PagePage,
});
