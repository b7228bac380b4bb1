export const messageLimits = { name: 200, subject: 300, message: 5000, token: 500 } as const;

/** Form field of the token that scripts send in the header `form-token`. */
export const FORM_TOKEN = 'formToken';

/** Name of a hidden field, which only programs fill in. The API does not know it. */
export const TRAP = 'website';
export const siteIsBusy = {
  application: 'The site is busy. Your application is sent by itself in a moment.',
  other: 'The site is busy. We try again in a moment.',
} as const;

export const subscriberStates = ['pending', 'confirmed', 'unsubscribed'] as const;

export type SubscriberState = (typeof subscriberStates)[number];

export const campaignStates = ['draft', 'sending', 'stopped', 'sent'] as const;

export type CampaignState = (typeof campaignStates)[number];

export const newsletterLimits = { subject: 200, body: 10000, excerpt: 240 } as const;
