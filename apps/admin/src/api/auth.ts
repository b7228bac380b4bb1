import { withTimeout } from '@institute/client/transport';
import type { AdminRouter } from '@institute/server/admin';
import { queryOptions } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';

const ask = withTimeout((url, init) => fetch(url, init));

/** The procedures that need no session. They send no bearer, which could be expired. */
export const { auth } = createTRPCClient<AdminRouter>({
  links: [httpLink({ url: '/api/trpc', fetch: (url, init) => ask(String(url), init as RequestInit) })],
});

const once = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** The sign-up rule: open to everybody, by the set-up code, by invitation, or closed. */
export const signupRule = queryOptions({
  queryKey: ['auth', 'signup'],
  queryFn: async () => (await auth.rules.query()).signup,
  ...once,
});

export type LinkKind = 'invitation' | 'resetLink';

/** The email that a link was sent to, while the link is valid. */
export const linkAddress = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['auth', kind, token],
    queryFn: async () => (await auth[kind].mutate({ token })).email,
    gcTime: 0,
    ...once,
  });
