import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { MessagesPage } from '../../features/admin-messages/messages-page.tsx';

export const Route = createFileRoute('/admin/messages')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Messages – Admin' }] }),
  component: MessagesPage,
});
