import { createFileRoute } from '@tanstack/react-router';
import { WebhookList } from '../../features/webhooks/webhook-list.tsx';
import { firstCalls } from '../../parts/first-calls.ts';
import { OwnersOnly } from '../../parts/owners-only.tsx';

export const Route = createFileRoute('/admin/webhooks')({
  head: () => ({ meta: [{ title: 'Webhooks – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: WebhooksPage,
});

function WebhooksPage() {
  return (
    <OwnersOnly
      heading="Webhooks"
      title="Only an owner of this site makes webhooks."
      description="Ask an owner when another program is to be told of what happens here."
    >
      {() => <WebhookList />}
    </OwnersOnly>
  );
}
