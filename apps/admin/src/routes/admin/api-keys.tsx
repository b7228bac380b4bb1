import { createFileRoute } from '@tanstack/react-router';
import { ApiKeyList } from '../../features/api-keys/api-key-list.tsx';
import { firstCalls } from '../../parts/first-calls.ts';
import { OwnersOnly } from '../../parts/owners-only.tsx';

export const Route = createFileRoute('/admin/api-keys')({
  head: () => ({ meta: [{ title: 'API Keys – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: ApiKeysPage,
});

function ApiKeysPage() {
  return (
    <OwnersOnly
      heading="API Keys"
      title="Only an owner of this site makes API keys."
      description="Ask an owner when another program needs one."
    >
      {(own) => <ApiKeyList mayReadMedical={own.mayReadMedical} />}
    </OwnersOnly>
  );
}
