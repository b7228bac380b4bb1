import type { DeliveryState, WebhookState } from '@institute/contract/office.constants';
import type { WebhookDeliveryRow, WebhookRow } from './webhook.entity.ts';

const stateOf = ({ isActive, endedBy }: Pick<WebhookRow, 'isActive' | 'endedBy'>): WebhookState =>
  isActive ? 'active' : (endedBy ?? 'off');

export interface DeliveryCounts {
  waiting: number;
  failed: number;
  lastDeliveredAt: string | Date | null;
}

export const webhookView = (
  row: WebhookRow,
  { waiting = 0, failed = 0, lastDeliveredAt = null }: Partial<DeliveryCounts> = {},
) => ({
  id: row.id,
  url: row.url,
  description: row.description ?? null,
  events: row.events,
  state: stateOf(row),
  failingSince: row.failingSince?.toISOString() ?? null,
  waiting,
  failed,
  lastDeliveredAt: lastDeliveredAt && new Date(lastDeliveredAt).toISOString(),
  createdBy: row.account?.email ?? null,
  createdAt: row.createdAt.toISOString(),
});

export const deliveryView = (row: WebhookDeliveryRow) => ({
  id: row.id,
  messageId: messageIdOf(row),
  type: row.type,
  body: bodyOf(row),
  state: row.state as DeliveryState,
  tries: row.tries,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  lastTryAt: row.lastTryAt?.toISOString() ?? null,
  lastStatus: row.lastStatus ?? null,
  lastError: row.lastError ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export const messageIdOf = ({ messageId }: Pick<WebhookDeliveryRow, 'messageId'>): string =>
  `msg_${messageId.replaceAll('-', '')}`;

export const bodyOf = ({ type, createdAt, data }: Pick<WebhookDeliveryRow, 'type' | 'createdAt' | 'data'>) =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data });

/** For the activity log. Leaves out the path, which may contain a secret of the receiver. */
export const hostOf = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host;
