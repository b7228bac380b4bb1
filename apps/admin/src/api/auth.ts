import type { AdminRouter } from '@institute/server/admin';
import { queryOptions } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';
import { fetchWithoutToken } from './admin.ts';

/** The client for procedures that need no session. */
export const { auth } = createTRPCClient<AdminRouter>({
  links: [
    httpLink({ url: '/api/trpc', fetch: (url, init) => fetchWithoutToken(String(url), init as RequestInit) }),
  ],
});

const cacheForeverOptions = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const signupRuleQuery = queryOptions({
  queryKey: ['auth', 'signup'],
  queryFn: async () => (await auth.rules.query()).signup,
  ...cacheForeverOptions,
});

export type LinkKind = 'invitation' | 'resetLink';

export const makePasswordLinkQuery = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['auth', kind, token],
    queryFn: async () => (await auth[kind].mutate({ token })).email,
    gcTime: 0,
    ...cacheForeverOptions,
  });
