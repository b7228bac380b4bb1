import { ApiFailure } from '@institute/client/failure';

/** Longest sum of all waits. After it the call fails. */
const MAX_WAIT_MS = 120_000;
const USUAL_BUSY_PAUSE_MS = 5000;

export function readServerBusyPauseMs(error: unknown): number | undefined {
  if (!(error instanceof ApiFailure) || (error.status !== 429 && error.status !== 503)) return undefined;
  return error.retryAfter === undefined ? USUAL_BUSY_PAUSE_MS : error.retryAfter * 1000;
}

/** Repeats a call while the site is busy. `tell` gets true when it waits, and false at the end. */
export async function callUntilAccepted<T>(
  call: () => Promise<T>,
  tell: (isBusy: boolean) => void,
): Promise<T> {
  let waitedMs = 0;
  try {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const serverBusyPauseMs = readServerBusyPauseMs(error);
        if (serverBusyPauseMs === undefined || waitedMs + serverBusyPauseMs > MAX_WAIT_MS) throw error;
        waitedMs += serverBusyPauseMs;
        tell(true);
        await new Promise((resolve) => setTimeout(resolve, serverBusyPauseMs));
      }
    }
  } finally {
    tell(false);
  }
}
