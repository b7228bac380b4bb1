import type { SubscriberState } from '@institute/contract/newsletter.constants';
import type { SubscriberRow } from './subscriber.entity.ts';

export interface Subscriber {
  id: number;
  createdAt: string;
  email: string | null;
  state: SubscriberState;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}

/** Leaves out the token and the hash. */
export const subscriberView = (row: SubscriberRow): Subscriber => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  email: row.email ?? null,
  state: row.state,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  unsubscribedAt: row.unsubscribedAt?.toISOString() ?? null,
});
