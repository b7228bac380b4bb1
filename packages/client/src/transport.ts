import { callTimeoutMs } from '@institute/contract/api.constants';
import { ApiFailure } from './failure.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A `fetch` that rejects with an `ApiFailure` when no answer comes, or none in time. */
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
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiFailure(0, { code: 'NETWORK', message: 'The server could not be reached' });
}

export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
