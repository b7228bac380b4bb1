import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../api/first-calls.ts';
import { ApiKeyList } from '../../features/api-keys/api-key-list.tsx';

export const Route = createFileRoute('/admin/api-keys')({
  head: () => ({ meta: [{ title: 'API Keys – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: ApiKeyList,
});
