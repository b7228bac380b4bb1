import type { AdminRouter } from '@institute/server/admin';
import type { QueryClient } from '@tanstack/react-query';
import type { createTRPCQueryUtils } from '@trpc/react-query';
import { session } from './admin.ts';

export type Office = ReturnType<typeof createTRPCQueryUtils<AdminRouter>>;

export interface OfficeContext {
  queryClient: QueryClient;
  office: Office;
  /** Hashes of the calls that the loaders of the open screen have started. */
  firstCalls: Set<string>;
}

/**
 * A loader that starts the calls of a screen while its scripts load. It waits for nothing, because the screen
 * shows skeletons. Only the screen itself knows the calls of an address with a search. Calls that only owners
 * may make wait for `account.get`.
 */
export const firstCalls =
  (start: (office: Office) => unknown) =>
  ({ context, location }: { context: OfficeContext; location: { search: object } }): void => {
    if (!session.read() || Object.keys(location.search).length > 0) return;
    const { office, queryClient, firstCalls: started } = context;
    start(office);
    for (const { queryHash } of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
      started.add(queryHash);
  };
