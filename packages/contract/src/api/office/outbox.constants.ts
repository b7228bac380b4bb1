export const messageChannels = ['email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/**
 * A `held` message waits for a stopped campaign. A `parked` one was given up after many tries. A `failed` one was
 * refused for good.
 */
export const messageStates = ['waiting', 'held', 'sent', 'delivered', 'failed', 'parked'] as const;
export type MessageState = (typeof messageStates)[number];
