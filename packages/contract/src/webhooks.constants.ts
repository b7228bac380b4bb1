export const webhookEvents = [
  'registration.created',
  'registration.status_changed',
  'content.changed',
  'donation.paid',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** An owner sends it to try a webhook out. Every webhook gets it. */
export const TEST_EVENT = 'webhook.test';

/** What happened to the item of a `content.changed`. */
export const contentActions = ['created', 'updated', 'deleted', 'restored'] as const;
export type ContentAction = (typeof contentActions)[number];

export const webhookLimits = {
  /** Each of them sends a few requests at once, so this also limits the requests of the process. */
  webhooks: 20,
  url: 500,
  description: 200,
  /** Deliveries that the log shows. */
  deliveries: 200,
} as const;

/** The start of every signing secret, as Standard Webhooks says. */
export const WEBHOOK_SECRET_START = 'whsec_';

/** After a new secret was made, the former one signs too for this time. */
export const formerSecretHours = 24;

/** Deliveries stay in the log for this time. */
export const deliveryDays = 30;

/** After this time without any success a webhook is turned off. */
export const failingDays = 5;

/** `gone`: the receiver answered 410. `failing`: it has failed for days. `off`: an owner turned it off. */
export const webhookStates = ['active', 'off', 'gone', 'failing'] as const;
export type WebhookState = (typeof webhookStates)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
