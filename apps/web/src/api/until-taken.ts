import { ApiFailure } from '@institute/client/failure';

/** A page waits by itself for no longer. */
const LONGEST_MS = 120_000;
/** Where the server names no time. */
const USUAL_MS = 5000;

/** The time until a call that was refused with 429 or 503 may be made again. Undefined for any other failure. */
export function busyMs(error: unknown): number | undefined {
  if (!(error instanceof ApiFailure) || (error.status !== 429 && error.status !== 503)) return undefined;
  return error.retryAfter === undefined ? USUAL_MS : error.retryAfter * 1000;
}

/** Makes a call again while the site is busy. `tell` learns when it waits, and when it is over. */
export async function untilTaken<T>(call: () => Promise<T>, tell: (isBusy: boolean) => void): Promise<T> {
  let waitedMs = 0;
  try {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const ms = busyMs(error);
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
