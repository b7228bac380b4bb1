import type { DeliveryState, WebhookState } from '@institute/contract/webhooks.constants';
import { pickFields } from '../../../database/shown-fields.ts';
import { int, type Row, textOrNull } from '../../../sql.ts';
import type { WebhookDeliveryRow, WebhookRow } from './webhook.entity.ts';

const readWebhookState = ({ isActive, endedBy }: Pick<WebhookRow, 'isActive' | 'endedBy'>): WebhookState =>
  isActive ? 'active' : (endedBy ?? 'off');

export const deliveryCountColumns = { waiting: int, failed: int, lastDeliveredAt: textOrNull };

export const toWebhookView = (
  row: WebhookRow,
  { waiting = 0, failed = 0, lastDeliveredAt = null }: Partial<Row<typeof deliveryCountColumns>> = {},
) => ({
  ...pickFields(row, 'id', 'url', 'description', 'events', 'failingSince', 'createdAt'),
  state: readWebhookState(row),
  waiting,
  failed,
  lastDeliveredAt: lastDeliveredAt && new Date(lastDeliveredAt).toISOString(),
  createdBy: row.account?.email ?? null,
});

export const toDeliveryView = (row: WebhookDeliveryRow) => ({
  ...pickFields(
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
  messageId: makeWebhookMessageId(row),
  body: writeWebhookBody(row),
  state: row.state as DeliveryState,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
});

export const makeWebhookMessageId = ({ messageId }: Pick<WebhookDeliveryRow, 'messageId'>): string =>
  `msg_${messageId.replaceAll('-', '')}`;

export const writeWebhookBody = ({
  type,
  createdAt,
  data,
}: Pick<WebhookDeliveryRow, 'type' | 'createdAt' | 'data'>) =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data });

/** Host of the webhook for the activity log. The path is left out, because it may contain a secret of the receiver. */
export const readWebhookHost = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host;
