import type { Site } from '@institute/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';

type Loaded = Pick<Api, 'queries'> & { queryClient: QueryClient };

/** The site's texts, if already loaded. For page heads. */
export const siteData = ({ queryClient, queries }: Loaded): Site | undefined =>
  queryClient.getQueryData(queries.site.get().queryKey);

/** Title and description of a page, from the site's settings. */
export function pageWords(loaded: Loaded, page: keyof Site['pages']) {
  const site = siteData(loaded);
  if (!site) return { title: '', description: '' };
  const { title, intro } = site.pages[page];
  return {
    title,
    description: import.meta.env.SSR ? `${intro} ${site.institute.name}, ${site.institute.address}.` : '',
  };
}
