import { createFileRoute } from '@tanstack/react-router';
import { PagePage } from '../../features/writing/pages.screen.tsx';

export const Route = createFileRoute('/admin/pages_/new')({
  head: () => ({ meta: [{ title: 'New Page – Admin' }] }),
  component: PagePage,
});
