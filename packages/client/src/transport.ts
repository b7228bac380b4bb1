import { callTimeoutMs } from '@institute/contract/common.constants';
import { ApiFailure } from './failure.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A `fetch` that fails with an `ApiFailure` when no answer comes in time, or none at all. */
export const withTimeout =
  (fetch: Fetch): Fetch =>
  async (url, init = {}) => {
    const timeout = AbortSignal.timeout(
      init.body instanceof FormData ? callTimeoutMs.upload : callTimeoutMs.call,
    );
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      return await fetch(url, { ...init, signal });
    } catch (error) {
      throw failureWithoutAnswer(error, timeout);
    }
  };

function failureWithoutAnswer(error: unknown, timeout: AbortSignal): unknown {
  if (timeout.aborted) {
    return new ApiFailure(0, { code: 'TIMEOUT', message: 'The server took too long to answer' });
  }
  // cancelled by the caller
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiFailure(0, { code: 'NETWORK', message: 'The server could not be reached' });
}

/** Reads JSON, or the plain text of an answer that is none. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
