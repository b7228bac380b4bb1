import { createFileRoute } from '@tanstack/react-router';
import { WebhookList } from '../../features/webhooks/webhook-list.tsx';

export const Route = createFileRoute('/admin/webhooks')({
  head: () => ({ meta: [{ title: 'Webhooks – Admin' }] }),
  component: WebhookList,
});
