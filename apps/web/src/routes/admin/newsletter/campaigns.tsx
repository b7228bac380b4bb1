import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../admin-ui/list/list-search.ts';
import { CampaignsPage } from '../../../features/admin-newsletter/campaigns-page.tsx';

export const Route = createFileRoute('/admin/newsletter/campaigns')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Newsletters – Admin' }] }),
  component: CampaignsPage,
});
