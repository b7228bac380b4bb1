const PAUSE_MS = 60_000;
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
export function watchChannel() {
  const reasonsByNumber = new Map<string, string>();
  let pause: ChannelPause | undefined;
  return {
    findPause: (now: Date): ChannelPause | undefined => (pause && pause.until > now ? pause : undefined),
    recordAnswer: (): void => {
      reasonsByNumber.clear();
      pause = undefined;
    },
    recordFailure: (number: string, reason: string, now: Date): void => {
      reasonsByNumber.set(number, reason);
      const sameFailureCount = [...reasonsByNumber.values()].filter((one) => one === reason).length;
      if (sameFailureCount >= MIN_FAILED_NUMBERS)
        pause = { until: new Date(now.getTime() + PAUSE_MS), reason };
    },
  };
}
