import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../api/first-calls.ts';
import { OwnersOnly } from '../../features/shell/owners-only.tsx';
import { WebhookList } from '../../features/webhooks/webhook-list.tsx';

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
