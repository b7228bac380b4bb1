const PAUSE_MS = 60_000;
/** So many numbers must fail alike, with no answer of the gateway between them. */
const FAILED_NUMBERS = 3;

export interface ChannelPause {
  until: Date;
  reason: string;
}

/**
 * Distinguishes a failure of the gateway, which pauses all messages, from a failure of one number, which pauses
 * nothing.
 */
export function watchChannel() {
  const failures = new Map<string, string>();
  let pause: ChannelPause | undefined;
  return {
    findPause: (now: Date): ChannelPause | undefined => (pause && pause.until > now ? pause : undefined),
    recordAnswer: (): void => {
      failures.clear();
      pause = undefined;
    },
    recordFailure: (number: string, reason: string, now: Date): void => {
      failures.set(number, reason);
      const sameFailures = [...failures.values()].filter((one) => one === reason).length;
      if (sameFailures >= FAILED_NUMBERS) pause = { until: new Date(now.getTime() + PAUSE_MS), reason };
    },
  };
}
