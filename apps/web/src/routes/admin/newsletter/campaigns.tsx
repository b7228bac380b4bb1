import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '../../../admin-ui/list/list-search.ts';
import { CampaignsPage } from '../../../features/admin-newsletter/campaigns-page.tsx';

export const Route = createFileRoute('/admin/newsletter/campaigns')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Newsletters – Admin' }] }),
  component: CampaignsPage,
});
