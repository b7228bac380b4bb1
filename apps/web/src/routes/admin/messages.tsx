import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '../../admin-ui/list/list-search.ts';
import { MessagesPage } from '../../features/admin-messages/messages-page.tsx';

export const Route = createFileRoute('/admin/messages')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Messages – Admin' }] }),
  component: MessagesPage,
});
