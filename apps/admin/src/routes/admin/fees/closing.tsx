import { createFileRoute } from '@tanstack/react-router';
import { ClosingPage, type ClosingSearch } from '../../../features/fees/closing-page.tsx';

export const Route = createFileRoute('/admin/fees/closing')({
  validateSearch: (search: ClosingSearch) => search,
  head: () => ({ meta: [{ title: 'Closing – Admin' }] }),
  component: ClosingPage,
});
