import { ApiFailure } from './failure.ts';

export type RetryLimits = {
  retries: number;
  /** The longest pause. A call is not tried again when the server asks for a longer one. */
  longestPauseMs: number;
};
export const retryLimits: RetryLimits = { retries: 3, longestPauseMs: 60_000 };

const FIRST_PAUSE_MS = 500;
const RATE_LIMITED = 429;
const BUSY = 503;
/** 502: a proxy without a server. 503: busy. 504: too slow. */
const passing = [502, BUSY, 504];

type Attempt = { status: number; headers: Headers };

type RetryOptions = RetryLimits & {
  /** True when a second execution does no harm. */
  isRepeatable: boolean;
  /** True when the server refuses a second execution. Such a call is sent again only after a 503. */
  isConditional?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Retries failures that may pass. A 429 means that nothing was done, so every call is sent again. After other
 * failures the call may have been done.
 */
export async function withRetry<A extends Attempt>(
  attempt: () => Promise<A>,
  { isRepeatable, isConditional = false, retries, longestPauseMs, signal }: RetryOptions,
): Promise<A> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await attempt().catch((error: unknown) => {
      const isLost = error instanceof ApiFailure && !signal?.aborted;
      if (!isLost || !isRepeatable || tries === retries) throw error;
      return null;
    });
    if (outcome) {
      const { status } = outcome;
      const isHopeful =
        status === RATE_LIMITED ||
        (isConditional && status === BUSY) ||
        (isRepeatable && passing.includes(status));
      if (!isHopeful || tries === retries) return outcome;
    }
    const asked = outcome && msOf(outcome.headers.get('retry-after'));
    if (asked && asked > longestPauseMs) return outcome;
    await pause(asked ?? Math.min(FIRST_PAUSE_MS * 2 ** tries * spread(), longestPauseMs), signal);
  }
}

/** Keeps many clients from coming back at the same moment. */
const spread = () => 0.5 + Math.random() / 2;

/** `Retry-After` is a number of seconds, or a date. */
function msOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
