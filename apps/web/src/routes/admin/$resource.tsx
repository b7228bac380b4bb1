import { createFileRoute } from '@tanstack/react-router';
import { type ListSearch, listSearch } from '../../admin-ui/list/list-search.ts';
import { contentTypes, isContentKey } from '../../api/content-resources.ts';

/** The screens of the content resources: /admin/posts, /admin/programs, … */
export const Route = createFileRoute('/admin/$resource')({
  // any other address belongs to another route
  params: { parse: ({ resource }) => isContentKey(resource) && { resource } },
  validateSearch: (search: ListSearch) => search,
  loader: async ({ params }) => {
    const {
      words,
      title = words.heading,
      screen,
    } = (await import('../../admin-resources.ts'))[params.resource];
    return { words, title, Screen: (await screen()).default };
  },
  head: ({ loaderData }) => ({ meta: loaderData && [{ title: `${loaderData.title} – Admin` }] }),
  component: ContentPage,
});

function ContentPage() {
  const { resource } = Route.useParams();
  const { words, Screen } = Route.useLoaderData();
  const search = listSearch(Route.useSearch());
  return <Screen key={resource} kind={contentTypes[resource]} words={words} search={search} />;
}
