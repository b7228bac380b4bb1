import { createFileRoute } from '@tanstack/react-router';
import { ApiKeyList } from '../../features/api-keys/api-key-list.tsx';

export const Route = createFileRoute('/admin/api-keys')({
  head: () => ({ meta: [{ title: 'API Keys – Admin' }] }),
  component: ApiKeyList,
});
