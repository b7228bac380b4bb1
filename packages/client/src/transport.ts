import { callTimeoutMs } from '@institute/contract/constants';
import { ApiFailure } from './failure.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** `fetch` that gives up after the agreed time and says what happened when no answer came. */
export const patient =
  (fetch: Fetch): Fetch =>
  async (url, init = {}) => {
    const timeout = AbortSignal.timeout(
      init.body instanceof FormData ? callTimeoutMs.upload : callTimeoutMs.call,
    );
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      return await fetch(url, { ...init, signal });
    } catch (error) {
      throw unanswered(error, timeout);
    }
  };

function unanswered(error: unknown, timeout: AbortSignal): unknown {
  if (timeout.aborted) {
    return new ApiFailure(0, { code: 'TIMEOUT', message: 'The server took too long to answer' });
  }
  // given up by the caller, which is no failure
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiFailure(0, { code: 'NETWORK', message: 'The server could not be reached' });
}

/** The body of an answer: JSON when it is, else its text. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
