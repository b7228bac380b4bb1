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
      <span className="max-md:block max-md:wrap-anywhere">
        <span className="font-semibold max-md:block">{nameWebhook(webhook)}</span>{' '}
        <span translate="no" className="text-sm text-muted">
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
      const { label, tone } = webhookStateBadges[state];
      return (
        <span className="max-md:block">
          <Badge tone={tone}>{label}</Badge>{' '}
          {state === 'active' && failingSince && (
            <span className="text-sm text-clay-deep max-md:block">
              Fails since {formatDateTime(failingSince)}
            </span>
          )}
        </span>
      );
    },
  },
  {
    heading: 'Events',
    phone: 'line',
    cell: ({ events }) => <TermsCell terms={events} />,
    isText: true,
  },
  {
    heading: 'Deliveries',
    phone: 'line',
    sort: ({ failed }) => failed,
    sortedBy: 'number',
    cell: ({ waiting, failed, lastDeliveredAt }) => (
      <span className="max-md:block">
        <span className="max-md:block">
          {lastDeliveredAt ? `Last ${formatDateTime(lastDeliveredAt)}` : 'None delivered yet'}
        </span>{' '}
        {waiting + failed > 0 && (
          <span className="text-sm text-muted max-md:block">
            {waiting} waiting, {failed} given up
          </span>
        )}
      </span>
    ),
    isText: true,
  },
  createdColumn,
];

type StateBadgeLook = { label: string; tone: BadgeTone };

const webhookStateBadges: Record<WebhookState, StateBadgeLook> = {
  active: { label: 'Active', tone: 'green' },
  off: { label: 'Off', tone: 'neutral' },
  gone: { label: 'Turned off: gone', tone: 'clay' },
  failing: { label: 'Turned off: failing', tone: 'clay' },
};

export const deliveryStateBadges: Record<DeliveryState, StateBadgeLook> = {
  waiting: { label: 'Waiting', tone: 'sun' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Given up', tone: 'clay' },
};
