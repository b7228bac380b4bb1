export const subscriberStates = ['pending', 'confirmed', 'unsubscribed'] as const;

export type SubscriberState = (typeof subscriberStates)[number];

export const campaignStates = ['draft', 'sending', 'stopped', 'sent'] as const;

export type CampaignState = (typeof campaignStates)[number];

export const newsletterLimits = { subject: 200, body: 10000, excerpt: 240 } as const;
