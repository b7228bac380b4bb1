import type { DeliveryState, WebhookState } from '@institute/contract/webhooks.constants';
import { shownFields } from '../../../database/shown-fields.ts';
import { int, type Row, textOrNull } from '../../../sql.ts';
import type { WebhookDeliveryRow, WebhookRow } from './webhook.entity.ts';

const webhookState = ({ isActive, endedBy }: Pick<WebhookRow, 'isActive' | 'endedBy'>): WebhookState =>
  isActive ? 'active' : (endedBy ?? 'off');

export const deliveryCounts = { waiting: int, failed: int, lastDeliveredAt: textOrNull };

export const webhookView = (
  row: WebhookRow,
  { waiting = 0, failed = 0, lastDeliveredAt = null }: Partial<Row<typeof deliveryCounts>> = {},
) => ({
  ...shownFields(row, 'id', 'url', 'description', 'events', 'failingSince', 'createdAt'),
  state: webhookState(row),
  waiting,
  failed,
  lastDeliveredAt: lastDeliveredAt && new Date(lastDeliveredAt).toISOString(),
  createdBy: row.account?.email ?? null,
});

export const deliveryView = (row: WebhookDeliveryRow) => ({
  ...shownFields(
    row,
    'id',
    'type',
    'tries',
    'lastTryAt',
    'lastStatus',
    'lastError',
    'deliveredAt',
    'createdAt',
  ),
  messageId: webhookMessageId(row),
  body: webhookBodyText(row),
  state: row.state as DeliveryState,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
});

export const webhookMessageId = ({ messageId }: Pick<WebhookDeliveryRow, 'messageId'>): string =>
  `msg_${messageId.replaceAll('-', '')}`;

export const webhookBodyText = ({
  type,
  createdAt,
  data,
}: Pick<WebhookDeliveryRow, 'type' | 'createdAt' | 'data'>) =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data });

/** For the activity log. Leaves out the path, which may contain a secret of the receiver. */
export const webhookHost = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host;
