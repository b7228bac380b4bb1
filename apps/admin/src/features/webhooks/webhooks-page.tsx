import { OwnersOnly } from '../../parts/owners-only.tsx';
import { WebhookList } from './webhook-list.tsx';

export function WebhooksPage() {
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
