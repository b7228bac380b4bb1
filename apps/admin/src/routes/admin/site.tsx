import { createFileRoute } from '@tanstack/react-router';
import { SitePage } from '../../features/site/site-page.tsx';

export const Route = createFileRoute('/admin/site')({
  validateSearch: ({ section }: { section?: string }) => ({ section }),
  head: () => ({ meta: [{ title: 'Site – Admin' }] }),
  component: SitePage,
});
