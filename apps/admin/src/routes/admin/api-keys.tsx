import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '../../features/api-keys/api-keys-page.tsx';

export const Route = createFileRoute('/admin/api-keys')({
  head: () => ({ meta: [{ title: 'API Keys – Admin' }] }),
  component: ApiKeysPage,
});
