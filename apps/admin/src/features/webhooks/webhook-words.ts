import type { DeliveryState, WebhookEvent, WebhookState } from '@institute/contract/office.constants';
import type { BadgeTone } from '@institute/ui/badge.tsx';

export const eventWords: Record<WebhookEvent, string> = {
  'registration.created': 'Somebody has registered',
  'registration.status_changed': 'The office has decided on a registration',
  'content.changed': 'Content or the settings of the site have changed',
  'donation.paid': 'A donation has arrived',
};

type Shown = { label: string; tone: BadgeTone };

export const webhookStateWords: Record<WebhookState, Shown> = {
  active: { label: 'Active', tone: 'green' },
  off: { label: 'Off', tone: 'neutral' },
  gone: { label: 'Turned off: gone', tone: 'clay' },
  failing: { label: 'Turned off: failing', tone: 'clay' },
};

export const deliveryStateWords: Record<DeliveryState, Shown> = {
  waiting: { label: 'Waiting', tone: 'sun' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Given up', tone: 'clay' },
};
