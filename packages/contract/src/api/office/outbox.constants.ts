export const messageChannels = ['email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Held: waits for a stopped campaign. Parked: given up after many tries. Failed: refused for good. */
export const messageStates = ['waiting', 'held', 'sent', 'delivered', 'failed', 'parked'] as const;
export type MessageState = (typeof messageStates)[number];
