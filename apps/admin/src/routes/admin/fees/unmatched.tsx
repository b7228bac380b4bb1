import { createFileRoute } from '@tanstack/react-router';
import { UnmatchedPage, type UnmatchedSearch } from '../../../features/fees/unmatched-page.tsx';

export const Route = createFileRoute('/admin/fees/unmatched')({
  validateSearch: (search: UnmatchedSearch) => search,
  head: () => ({ meta: [{ title: 'Unmatched – Admin' }] }),
  component: UnmatchedPage,
});
