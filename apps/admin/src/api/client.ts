import { httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { admin, session, sessionFetch } from './admin.ts';
import { stepUpLink } from './step-up.ts';
import { withRetry } from './with-retry.ts';

const url = '/api/trpc';
const persistent = withRetry(session.fetch);

/** Calls are not batched, so that an expired bearer token is always a plain 401. */
const calls = (override?: { methodOverride: 'POST' }) =>
  httpLink({
    url,
    fetch: (address, init) => sessionFetch(String(address), init as RequestInit),
    ...override,
  });

const hasSearch = (input: unknown) =>
  typeof input === 'object' && input !== null && 'q' in input && Boolean(input.q);

export const makeAdminClient = () =>
  admin.createClient({
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
