import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../api/first-calls.ts';
import { WebhookList } from '../../features/webhooks/webhook-list.tsx';

export const Route = createFileRoute('/admin/webhooks')({
  head: () => ({ meta: [{ title: 'Webhooks – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: WebhookList,
});
