export const webhookEvents = [
  'registration.created',
  'registration.status_changed',
  'content.changed',
  'donation.paid',
  'fee.paid',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Event that an owner sends to try a webhook. Every webhook gets it. */
export const TEST_EVENT = 'webhook.test';

export const contentActions = ['created', 'updated', 'deleted', 'restored'] as const;
export type ContentAction = (typeof contentActions)[number];

export const webhookLimits = {
  /** Most webhooks. This also limits the requests of the process, because each webhook sends a few at once. */
  webhooks: 20,
  url: 500,
  description: 200,
  deliveries: 200,
} as const;

/** Beginning of a secret, as the Standard Webhooks specification has it. */
export const WEBHOOK_SECRET_START = 'whsec_';

/** After a new secret was made, the former one also signs for this time. */
export const formerSecretHours = 24;

export const deliveriesKeptDays = 30;

/** A webhook that had no success for this time is turned off. */
export const maxFailingDays = 5;

/**
 * `gone`: the receiver has answered 410. `failing`: all deliveries of some days have failed. `off`: an owner has
 * turned the webhook off.
 */
export type WebhookState = 'active' | 'off' | 'gone' | 'failing';

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
