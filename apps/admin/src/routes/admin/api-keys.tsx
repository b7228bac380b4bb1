import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../api/first-calls.ts';
import { ApiKeyList } from '../../features/api-keys/api-key-list.tsx';
import { OwnersOnly } from '../../features/shell/owners-only.tsx';

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
