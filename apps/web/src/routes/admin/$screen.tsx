import { createFileRoute } from '@tanstack/react-router';
import { type ListSearch, listSearch } from '../../admin-ui/list/list-search.ts';
import { isScreenName } from '../../api/screen-names.ts';

/** /admin/posts, /admin/programs, /admin/accounts, … */
export const Route = createFileRoute('/admin/$screen')({
  // any other address belongs to another route
  params: { parse: ({ screen }) => isScreenName(screen) && { screen } },
  validateSearch: (search: ListSearch) => search,
  loader: async ({ params }) => (await import('../../admin-screens.ts')).loadScreen(params.screen),
  head: ({ loaderData }) => ({ meta: loaderData && [{ title: `${loaderData.title} – Admin` }] }),
  component: LoadedScreen,
});

function LoadedScreen() {
  const { screen } = Route.useParams();
  const loaded = Route.useLoaderData();
  const search = listSearch(Route.useSearch());
  if ('Office' in loaded) return <loaded.Office key={screen} />;
  return <loaded.Content key={screen} kind={loaded.kind} words={loaded.words} search={search} />;
}
