import { callTimeoutMs } from '@institute/contract/api.constants';
import { type Answer, ApiFailure } from './failure.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A `fetch` that rejects with an `ApiFailure` when no answer comes, or none in time. */
export const withTimeout =
  (fetch: Fetch, uploadMs: number = callTimeoutMs.upload): Fetch =>
  async (url, init = {}) => {
    const timeout = makeTimeoutSignal(init.body instanceof FormData ? uploadMs : callTimeoutMs.call);
    const signal = combineSignals(init.signal, timeout);
    try {
      return await fetch(url, { ...init, signal });
    } catch (error) {
      throw toTransportFailure(error, timeout);
    }
  };

/** Browsers have `AbortSignal.any` since 2024. */
export function combineSignals(given: AbortSignal | null | undefined, own: AbortSignal): AbortSignal {
  if (!given) return own;
  if ('any' in AbortSignal) return AbortSignal.any([given, own]);
  const joinedController = new AbortController();
  for (const signal of [given, own]) {
    const abortJoined = () => joinedController.abort(signal.reason);
    if (signal.aborted) abortJoined();
    signal.addEventListener('abort', abortJoined, { signal: joinedController.signal });
  }
  return joinedController.signal;
}

/** Chrome 103 and Safari 16 are the first that have `AbortSignal.timeout`. */
function makeTimeoutSignal(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const timeout = new AbortController();
  setTimeout(() => timeout.abort(), ms);
  return timeout.signal;
}

/** Whether the caller ended the call itself. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function toTransportFailure(error: unknown, timeout: AbortSignal): unknown {
  if (timeout.aborted) {
    return new ApiFailure(0, { code: 'TIMEOUT', message: 'The server took too long to answer' });
  }
  if (isAborted(error)) return error;
  return new ApiFailure(0, { code: 'NETWORK', message: 'The server could not be reached' });
}

export async function readBody(response: Response): Promise<unknown> {
  const bodyText = await response.text();
  try {
    return JSON.parse(bodyText);
  } catch {
    return bodyText;
  }
}

export async function readAnswer(response: Response): Promise<Answer> {
  // Undefined when it is absent, or a date, which only proxies send
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return { status: response.status, body: await readBody(response), retryAfter };
}
