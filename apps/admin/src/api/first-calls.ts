import type { AdminRouter } from '@institute/server/admin';
import type { QueryClient } from '@tanstack/react-query';
import type { createTRPCQueryUtils } from '@trpc/react-query';
import { session } from './admin.ts';

export type OfficeQueryUtils = ReturnType<typeof createTRPCQueryUtils<AdminRouter>>;

export interface OfficeContext {
  queryClient: QueryClient;
  office: OfficeQueryUtils;
  /** Hashes of the calls that the loaders of the open screen have started. */
  firstCalls: Set<string>;
}

/**
 * Makes a loader that starts the calls of a screen while the screen's scripts load. The loader does not wait
 * for the answers, because the screen shows skeletons. It does nothing for an address with a search, whose
 * calls only the screen knows. Calls that only owners may make wait for `account.get`.
 */
export const makeFirstCallsLoader =
  (start: (office: OfficeQueryUtils) => unknown) =>
  ({ context, location }: { context: OfficeContext; location: { search: object } }): void => {
    if (!session.read() || Object.keys(location.search).length > 0) return;
    const { office, queryClient, firstCalls: started } = context;
    start(office);
    for (const { queryHash } of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
      started.add(queryHash);
  };
