import type { AdminRouter } from '@institute/server/admin';
import type { Mutation, Query, QueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';

type Area = keyof inferRouterOutputs<AdminRouter>;

/** Every screen may show these after any change. */
const shownEverywhere: Area[] = ['activity', 'finder', 'messagesOut', 'stats', 'trash', 'uploads'];

/** Other areas that show what the calls of an area change. An area without an entry may change everything. */
const shownIn: Partial<Record<Area, Area[]>> = {
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

/** Mutations that change nothing: their input is too long or too private for an address. */
const READING_CALLS = /^(?:plan|preview|sum$|find$|candidates$|confirmPassword$)|Ticket$/;

/** The key of a call begins with its path: `[['fees', 'record']]`. */
const readPath = (key: readonly unknown[] | undefined) => (Array.isArray(key?.[0]) ? key[0].map(String) : []);

/** Fetches again what a call may have changed. A call may also fail because somebody else was first. */
export function refreshAfter({ options }: Mutation<unknown, unknown>, queries: QueryClient): void {
  const path = readPath(options.mutationKey);
  if (READING_CALLS.test(path.at(-1) ?? '')) return;
  const shown = shownIn[path[0] as Area];
  const areas = shown && new Set<string>([...shown, ...shownEverywhere]);
  const isTouched = ({ queryKey }: Query) => areas?.has(readPath(queryKey)[0] ?? '') ?? true;
  void queries.invalidateQueries({ predicate: isTouched });
}
