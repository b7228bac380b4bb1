import { httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { admin, session, sessionFetch } from './admin.ts';
import { withRetry } from './with-retry.ts';

const url = '/api/trpc';
const persistent = withRetry(session.fetch);

export const makeAdminClient = () =>
  admin.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        // the browser's own EventSource could send the bearer only in the URL
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: { fetch: (address, init) => persistent(String(address), init as RequestInit) },
        }),
        // no batching, so that an expired bearer is always a plain 401
        false: httpLink({
          url,
          fetch: (address, init) => sessionFetch(String(address), init as RequestInit),
        }),
      }),
    ],
  });
