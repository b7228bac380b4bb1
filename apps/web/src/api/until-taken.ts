import { ApiFailure } from '@institute/client/failure';

/** Longest sum of all waits. After it the call fails. */
const LONGEST_MS = 120_000;
const USUAL_MS = 5000;

export function readBusyMs(error: unknown): number | undefined {
  if (!(error instanceof ApiFailure) || (error.status !== 429 && error.status !== 503)) return undefined;
  return error.retryAfter === undefined ? USUAL_MS : error.retryAfter * 1000;
}

/** Repeats a call while the site is busy. `tell` gets true when it waits, and false at the end. */
export async function callUntilTaken<T>(call: () => Promise<T>, tell: (isBusy: boolean) => void): Promise<T> {
  let waitedMs = 0;
  try {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const ms = readBusyMs(error);
        if (ms === undefined || waitedMs + ms > LONGEST_MS) throw error;
        waitedMs += ms;
        tell(true);
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
    }
  } finally {
    tell(false);
  }
}
