import { apiPrefix } from '@institute/contract/api.constants';
import { type AnswerOf, type Arguments, createCall, type Endpoint } from './call.ts';
import { ApiFailure, type DataOf, okPage, type PageOf } from './failure.ts';
import type { SessionKeeper } from './session.ts';
import { type Fetch, readAnswer, withTimeout } from './transport.ts';

export type { Endpoint, InputOf } from './call.ts';
export { ApiFailure, type FailureCode } from './failure.ts';

export type ClientOptions = {
  /** Such as `https://institute.example`. */
  url: string;
  /** An API key, or the token of a session. */
  key?: string;
  /** Replaces `key`: a session renews its token. */
  session?: Pick<SessionKeeper, 'fetch'>;
  fetch?: Fetch;
  retries?: number;
  /** The longest pause. A call is not tried again when the server asks for a longer one. */
  longestPauseMs?: number;
};

export type CallOptions = {
  /** Ends the call and its retries. The call then rejects with the reason of the signal. */
  signal?: AbortSignal;
};

type MetaOf<A> = PageOf<A> extends { meta: infer M } ? M : undefined;
/** `meta` is defined for lists only. */
export type Result<E extends Endpoint> =
  | { data: DataOf<AnswerOf<E>>; meta: MetaOf<AnswerOf<E>>; headers: Headers; error?: undefined }
  | { data?: undefined; meta?: undefined; headers?: Headers; error: ApiFailure };

export type Client = <E extends Endpoint>(
  endpoint: E,
  ...rest: [...Arguments<E>, options?: CallOptions]
) => Promise<Result<E>>;

/** The server keeps no idempotency keys of signing in and out. */
const pathsWithoutKeys = /^\/admin\//;

/** The whole API as one function: `await institute('GET /programs/:id', { params: { id: 7 } })`. */
export function createClient({
  url,
  key,
  session,
  fetch = (address, init) => globalThis.fetch(address, init),
  retries = 3,
  longestPauseMs = 60_000,
}: ClientOptions): Client {
  const baseUrl = new URL(apiPrefix, url).href;
  const fetchInTime = withTimeout((address, init) => {
    const fetchWholeAnswer = makeWholeAnswerFetch(fetch);
    return session ? session.fetch(address, init, fetchWholeAnswer) : fetchWholeAnswer(address, init);
  });

  const callEndpoint = async (endpoint: string, input: object = {}, { signal }: CallOptions = {}) => {
    let responseHeaders: Headers | undefined;
    const callWithRetry = createCall(async ({ method, path, headers: given, body }) => {
      const hasIdempotencyKey = method === 'POST' && !pathsWithoutKeys.test(path);
      const sentHeaders = new Headers({
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        // Every retry sends the same key, so that the call is done once
        ...(hasIdempotencyKey && { 'idempotency-key': makeIdempotencyKey() }),
      });
      // Set one by one, because the constructor would join names that differ only in capitals
      for (const [name, value] of Object.entries(given)) sentHeaders.set(name, value);
      const init: RequestInit = { method, body, signal, headers: sentHeaders, cache: 'no-cache' };
      const httpResponse = await sendWithRetry(() => fetchInTime(baseUrl + path, init), {
        retries,
        longestPauseMs,
        signal,
        isRepeatable: method === 'GET' || hasIdempotencyKey,
        isConditional: method === 'DELETE' || sentHeaders.has('if-match'),
      });
      responseHeaders = httpResponse.headers;
      return readAnswer(httpResponse);
    });

    try {
      signal?.throwIfAborted();
      const answerBody = await okPage(callWithRetry(endpoint as 'GET /programs', input));
      const { data, meta } = 'data' in answerBody ? answerBody : { data: answerBody, meta: undefined };
      return { data, meta, headers: responseHeaders };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiFailure) return { error, headers: responseHeaders };
      throw error;
    }
  };
  return callEndpoint as Client;
}

/** Reads the body at once, so that timeout and retries cover it too. */
const makeWholeAnswerFetch =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const originalResponse = await fetch(url, init);
    return new Response((await originalResponse.text()) || null, originalResponse);
  };

/** `crypto.randomUUID` needs https. */
const makeIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const FIRST_PAUSE_MS = 500;
const RATE_LIMITED_STATUS = 429;
const BUSY_STATUS = 503;
/** 502: a proxy without a server. 503: busy. 504: too slow. */
const temporaryStatuses = [502, BUSY_STATUS, 504];

type RetryOptions = Required<Pick<ClientOptions, 'retries' | 'longestPauseMs'>> & {
  /** True when a second execution does no harm. */
  isRepeatable: boolean;
  /** True when the server refuses a second execution. Such a call is sent again only after a 503. */
  isConditional: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Retries calls whose failure may be temporary. After a 429 every call is sent again, because nothing was
 * executed. After other failures the call may have been executed.
 */
async function sendWithRetry(
  attempt: () => Promise<Response>,
  { isRepeatable, isConditional, retries, longestPauseMs, signal }: RetryOptions,
): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const attemptOutcome = await attempt().catch((error: unknown) => {
      const isAnswerLost = error instanceof ApiFailure && !signal?.aborted;
      if (!isAnswerLost || !isRepeatable || tries === retries) throw error;
      return null;
    });
    if (attemptOutcome) {
      const { status } = attemptOutcome;
      const isWorthRetrying =
        status === RATE_LIMITED_STATUS ||
        (isConditional && status === BUSY_STATUS) ||
        (isRepeatable && temporaryStatuses.includes(status));
      if (!isWorthRetrying || tries === retries) return attemptOutcome;
    }
    const retryAfterMs = attemptOutcome && parseRetryAfter(attemptOutcome.headers.get('retry-after'));
    if (retryAfterMs && retryAfterMs > longestPauseMs) return attemptOutcome;
    await pause(
      retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** tries * makeRandomFactor(), longestPauseMs),
      signal,
    );
  }
}

/** Keeps many clients from coming back at the same moment. */
const makeRandomFactor = () => 0.5 + Math.random() / 2;

/** `Retry-After` is a number of seconds, or a date. */
function parseRetryAfter(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stopPause = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stopPause);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stopPause, { once: true });
  });
