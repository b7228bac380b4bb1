const CHANNEL_PAUSE_MS = 60_000;
/** This many numbers must fail for the same reason, without any success in between, before the channel pauses. */
const MIN_FAILED_NUMBERS = 3;

export interface ChannelPause {
  until: Date;
  reason: string;
}

/**
 * Distinguishes a failure of the gateway, which pauses all messages, from a failure of one number, which pauses
 * nothing.
 */
export function makeChannelWatch() {
  const reasonsByNumber = new Map<string, string>();
  let channelPause: ChannelPause | undefined;
  return {
    findPause: (now: Date): ChannelPause | undefined =>
      channelPause && channelPause.until > now ? channelPause : undefined,
    recordAnswer: (): void => {
      reasonsByNumber.clear();
      channelPause = undefined;
    },
    recordFailure: (number: string, reason: string, now: Date): void => {
      reasonsByNumber.set(number, reason);
      const sameFailureCount = [...reasonsByNumber.values()].filter((one) => one === reason).length;
      if (sameFailureCount >= MIN_FAILED_NUMBERS)
        channelPause = { until: new Date(now.getTime() + CHANNEL_PAUSE_MS), reason };
    },
  };
}
