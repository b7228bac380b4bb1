import { createFileRoute } from '@tanstack/react-router';
import { CampaignsPage } from '../../../features/newsletter/campaigns-page.tsx';
import type { ListSearch } from '../../../lists/list-search.ts';

export const Route = createFileRoute('/admin/newsletter/campaigns')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Newsletters – Admin' }] }),
  component: CampaignsPage,
});
