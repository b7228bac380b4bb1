import { createFileRoute } from '@tanstack/react-router';
import { type ListSearch, listSearch } from '../../admin-ui/list/list-search.ts';
import { isScreenName } from '../../api/screen-names.ts';

/** /admin/posts, /admin/programs, /admin/accounts, … */
export const Route = createFileRoute('/admin/$resource')({
  // any other address belongs to another route
  params: { parse: ({ resource }) => isScreenName(resource) && { resource } },
  validateSearch: (search: ListSearch) => search,
  loader: async ({ params }) => (await import('../../admin-screens.ts')).loadScreen(params.resource),
  head: ({ loaderData }) => ({ meta: loaderData && [{ title: `${loaderData.title} – Admin` }] }),
  component: LoadedScreen,
});

function LoadedScreen() {
  const { resource } = Route.useParams();
  const loaded = Route.useLoaderData();
  const search = listSearch(Route.useSearch());
  if ('Office' in loaded) return <loaded.Office key={resource} />;
  return <loaded.Content key={resource} kind={loaded.kind} words={loaded.words} search={search} />;
}
