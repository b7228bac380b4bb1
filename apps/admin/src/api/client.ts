import { httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { admin, session, sessionFetch } from './admin.ts';
import { stepUpLink } from './step-up.ts';
import { withRetry } from './with-retry.ts';

const url = '/api/trpc';
const persistent = withRetry(session.fetch);

/** Without batching, so that an expired bearer is always a plain 401. */
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
        // the browser's own EventSource could send the bearer only in the URL
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: { fetch: (address, init) => persistent(String(address), init as RequestInit) },
        }),
        false: splitLink({
          condition: ({ type, input }) => type === 'query' && hasSearch(input),
          // a searched name must not stand in a URL, which proxies log
          true: calls({ methodOverride: 'POST' }),
          false: calls(),
        }),
      }),
    ],
  });
