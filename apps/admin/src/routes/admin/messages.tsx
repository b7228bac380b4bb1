import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage } from '../../features/messages/messages-page.tsx';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/messages')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Messages – Admin' }] }),
  component: MessagesPage,
});
