import { patient } from '@institute/client/transport';
import type { AdminRouter } from '@institute/server/admin';
import { queryOptions } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';

const ask = patient((url, init) => fetch(url, init));

/** What may be asked for without signing in; it carries no bearer, which could be an old one. */
export const { entrance } = createTRPCClient<AdminRouter>({
  links: [httpLink({ url: '/api/trpc', fetch: (url, init) => ask(String(url), init as RequestInit) })],
});

const once = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Who may sign up. */
export const signupRule = queryOptions({
  queryKey: ['entrance', 'signup'],
  queryFn: async () => (await entrance.rules.query()).signup,
  ...once,
});

export type LinkKind = 'invitation' | 'resetLink';

/** To whom the link of a mail was sent, while it can be used. */
export const linkAddress = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['entrance', kind, token],
    queryFn: async () => (await entrance[kind].mutate({ token })).email,
    gcTime: 0,
    ...once,
  });
