import type { AdminRouter } from '@institute/server/admin';
import { httpLink, httpSubscriptionLink, retryLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { admin, session, sessionFetch } from './admin.ts';
import { passwordAskingLink } from './step-up.ts';

const url = '/api/trpc';

/** Calls are not batched, so that an expired bearer token is always a plain 401. */
const makeCallsLink = (override?: { methodOverride: 'POST' }) =>
  httpLink({
    url,
    fetch: (address, init) => sessionFetch(String(address), init as RequestInit),
    ...override,
  });

const inputHasSearchText = (input: unknown) =>
  typeof input === 'object' && input !== null && 'q' in input && Boolean(input.q);

/** Retries after 1 s, 2 s, 4 s, … up to 10 s, while there is a session. */
const retryUntilConnected = retryLink<AdminRouter>({
  retry: () => session.read() !== null,
  retryDelayMs: (attempt) => Math.min(1000 * 2 ** (attempt - 1), 10_000),
});

export function makeAdminClient() {
  return admin.createClient({
    links: [
      passwordAskingLink,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: [
          retryUntilConnected,
          // The browser's own EventSource can send the bearer token only in the URL.
          httpSubscriptionLink({
            url,
            EventSource,
            eventSourceOptions: {
              fetch: (address, init) => session.fetch(String(address), init as RequestInit),
            },
          }),
        ],
        false: splitLink({
          condition: ({ type, input }) => type === 'query' && inputHasSearchText(input),
          // A searched name must not be in a URL, because proxies log URLs.
          true: makeCallsLink({ methodOverride: 'POST' }),
          false: makeCallsLink(),
        }),
      }),
    ],
  });
}
