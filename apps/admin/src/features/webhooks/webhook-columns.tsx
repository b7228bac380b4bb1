import { formatDateTime } from '@institute/contract/time';
import type { DeliveryState, WebhookState } from '@institute/contract/webhooks.constants';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { createdColumn, TermsCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';

export type Webhook = AdminAnswers['webhooks']['list'][number];

export const nameWebhook = ({ url, description }: Webhook): string => description ?? new URL(url).host;

export const columns: Column<Webhook>[] = [
  {
    heading: 'Webhook',
    sort: nameWebhook,
    phone: 'title',
    cell: (webhook) => (
      <span className="block md:max-w-72 md:min-w-40">
        <span className="block font-semibold wrap-anywhere">{nameWebhook(webhook)}</span>
        <span translate="no" className="text-sm text-muted wrap-anywhere">
          {webhook.url}
        </span>
      </span>
    ),
  },
  {
    heading: 'Status',
    phone: 'fact',
    sort: ({ state }) => state,
    cell: ({ state, failingSince }) => {
      const { label, tone } = webhookStateWords[state];
      return (
        <span className="block">
          <Badge tone={tone}>{label}</Badge>
          {state === 'active' && failingSince && (
            <span className="block text-sm text-clay-deep">Fails since {formatDateTime(failingSince)}</span>
          )}
        </span>
      );
    },
  },
  {
    heading: 'Events',
    phone: 'line',
    cell: ({ events }) => <TermsCell terms={events} />,
  },
  {
    heading: 'Deliveries',
    phone: 'line',
    sort: ({ failed }) => failed,
    sortedBy: 'number',
    cell: ({ waiting, failed, lastDeliveredAt }) => (
      <span className="block md:min-w-36">
        <span className="block">
          {lastDeliveredAt ? `Last ${formatDateTime(lastDeliveredAt)}` : 'None delivered yet'}
        </span>
        {waiting + failed > 0 && (
          <span className="block text-sm text-muted">
            {waiting} waiting, {failed} given up
          </span>
        )}
      </span>
    ),
  },
  createdColumn,
];

type StateBadge = { label: string; tone: BadgeTone };

const webhookStateWords: Record<WebhookState, StateBadge> = {
  active: { label: 'Active', tone: 'green' },
  off: { label: 'Off', tone: 'neutral' },
  gone: { label: 'Turned off: gone', tone: 'clay' },
  failing: { label: 'Turned off: failing', tone: 'clay' },
};

export const deliveryStateWords: Record<DeliveryState, StateBadge> = {
  waiting: { label: 'Waiting', tone: 'sun' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Given up', tone: 'clay' },
};
