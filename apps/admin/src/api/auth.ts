import type { AdminRouter } from '@institute/server/admin';
import { queryOptions } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';
import { plainFetch } from './admin.ts';

/** Procedures that need no session. */
export const { auth } = createTRPCClient<AdminRouter>({
  links: [httpLink({ url: '/api/trpc', fetch: (url, init) => plainFetch(String(url), init as RequestInit) })],
});

const cacheForever = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const signupRule = queryOptions({
  queryKey: ['auth', 'signup'],
  queryFn: async () => (await auth.rules.query()).signup,
  ...cacheForever,
});

export type LinkKind = 'invitation' | 'resetLink';

export const makeLinkAddress = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['auth', kind, token],
    queryFn: async () => (await auth[kind].mutate({ token })).email,
    gcTime: 0,
    ...cacheForever,
  });
