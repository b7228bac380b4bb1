import type { AdminRouter } from '@institute/server/admin';
import type { Mutation, Query, QueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';

type RouterArea = keyof inferRouterOutputs<AdminRouter>;

/** Areas that any screen may show, so they are fetched again after every change. */
const alwaysRefreshedAreas: RouterArea[] = ['activity', 'finder', 'messagesOut', 'stats', 'trash', 'uploads'];

/**
 * Lists, for the area of a call, the areas that show what the call changes. A call of an area without an
 * entry refreshes everything.
 */
const areasToRefreshByArea: Partial<Record<RouterArea, RouterArea[]>> = {
  programs: ['programs', 'intakes', 'registrations', 'documents', 'fees', 'certificates'],
  intakes: ['programs', 'intakes', 'registrations', 'fees', 'certificates'],
  posts: ['posts', 'newsletter'],
  coaches: ['coaches'],
  facilities: ['facilities'],
  gallery: ['gallery'],
  alumni: ['alumni'],
  registrations: ['registrations', 'documents', 'programs', 'intakes', 'fees', 'certificates', 'contact'],
  documents: ['documents', 'registrations'],
  fees: ['fees', 'registrations', 'programs', 'intakes', 'certificates', 'donations'],
  certificates: ['certificates', 'registrations'],
  donations: ['donations', 'fees'],
  contact: ['contact', 'registrations'],
  newsletter: ['newsletter'],
  messagesOut: ['registrations', 'contact', 'donations', 'newsletter', 'accounts'],
  uploads: [],
  stats: [],
  apiKeys: ['apiKeys'],
  redirects: ['redirects'],
  webhooks: ['webhooks', 'installation'],
};

/**
 * Mutations that change nothing. They are no queries, because their input is too long or too private for an
 * address.
 */
const READ_ONLY_CALL = /^(?:plan|preview|sum$|find$|candidates$|confirmPassword$)|Ticket$/;

/** The key of a call begins with its path: `[['fees', 'record']]`. */
const toCallPath = (key: readonly unknown[] | undefined) =>
  Array.isArray(key?.[0]) ? key[0].map(String) : [];

/**
 * Fetches again what a call may have changed. A failed call counts too: it may have failed because somebody
 * else made the change first.
 */
export function refreshQueriesAfterCall({ options }: Mutation<unknown, unknown>, queries: QueryClient): void {
  const callPath = toCallPath(options.mutationKey);
  if (READ_ONLY_CALL.test(callPath.at(-1) ?? '')) return;
  const areasToRefresh = areasToRefreshByArea[callPath[0] as RouterArea];
  const refreshedAreas = areasToRefresh && new Set<string>([...areasToRefresh, ...alwaysRefreshedAreas]);
  const isQueryAffected = ({ queryKey }: Query) => refreshedAreas?.has(toCallPath(queryKey)[0] ?? '') ?? true;
  void queries.invalidateQueries({ predicate: isQueryAffected });
}
