import type { Fetch } from '@institute/client/transport';
import { httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { admin, session, sessionFetch } from './admin.ts';
import { stepUpLink } from './step-up.ts';

const url = '/api/trpc';

/** Calls are not batched, so that an expired bearer token is always a plain 401. */
const calls = (override?: { methodOverride: 'POST' }) =>
  httpLink({
    url,
    fetch: (address, init) => sessionFetch(String(address), init as RequestInit),
    ...override,
  });

const hasSearch = (input: unknown) =>
  typeof input === 'object' && input !== null && 'q' in input && Boolean(input.q);

export function makeAdminClient() {
  const persistent = withRetry(session.fetch);
  return admin.createClient({
    links: [
      stepUpLink,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        // The browser's own EventSource can send the bearer token only in the URL.
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: { fetch: (address, init) => persistent(String(address), init as RequestInit) },
        }),
        false: splitLink({
          condition: ({ type, input }) => type === 'query' && hasSearch(input),
          // A searched name must not be in a URL, because proxies log URLs.
          true: calls({ methodOverride: 'POST' }),
          false: calls(),
        }),
      }),
    ],
  });
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Ends early when the connection is back, and rejects when `signal` aborts. */
type Pause = (ms: number, signal?: AbortSignal | null) => Promise<void>;

/** Retries until it gets an answer: after 1 s, 2 s, 4 s, … up to 30 s. A 401 counts as an answer. */
export const withRetry =
  (fetch: Fetch, pause: Pause = untilOnline): Fetch =>
  async (url, init = {}) => {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      const response = await fetch(url, init).catch((error) => {
        if (init.signal?.aborted) throw error;
      });
      if (response && (response.ok || response.status === 401)) return response;
      await response?.body?.cancel();
      await pause(ms, init.signal);
    }
  };

/** A random part spreads the retries of many clients. */
const untilOnline: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const timer = setTimeout(end(resolve), ms * (0.5 + Math.random() / 2));
    window.addEventListener('online', end(resolve), { signal: over.signal });
    signal?.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: over.signal },
    );
  });
