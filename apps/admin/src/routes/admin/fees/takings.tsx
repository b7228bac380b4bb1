import { createFileRoute } from '@tanstack/react-router';
import type { TakingsSearch } from '../../../features/fees/takings-page.tsx';
import { TakingsPage } from '../../../features/fees/takings-page.tsx';

export const Route = createFileRoute('/admin/fees/takings')({
  validateSearch: (search: TakingsSearch) => search,
  head: () => ({ meta: [{ title: 'Takings – Admin' }] }),
  component: TakingsPage,
});
