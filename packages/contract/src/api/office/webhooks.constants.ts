export const webhookEvents = [
  'registration.created',
  'registration.status_changed',
  'content.changed',
  'donation.paid',
  'fee.paid',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent by an owner to try a webhook. Goes to every webhook. */
export const TEST_EVENT = 'webhook.test';

export const contentActions = ['created', 'updated', 'deleted', 'restored'] as const;
export type ContentAction = (typeof contentActions)[number];

export const webhookLimits = {
  /** Also limits the requests of the process: each webhook sends a few at once. */
  webhooks: 20,
  url: 500,
  description: 200,
  deliveries: 200,
} as const;

/** Prefix of the Standard Webhooks specification. */
export const WEBHOOK_SECRET_START = 'whsec_';

/** The former secret signs too for this time after a new one was made. */
export const formerSecretHours = 24;

export const deliveryDays = 30;

/** A webhook without any success for this time is turned off. */
export const failingDays = 5;

/** `gone`: the receiver answered 410. `failing`: it failed for days. `off`: an owner turned it off. */
export type WebhookState = 'active' | 'off' | 'gone' | 'failing';

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
