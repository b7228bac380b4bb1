import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';

/** The site's texts where they have been loaded already, for the heads of pages. */
export const siteData = ({ queryClient, queries }: Pick<Api, 'queries'> & { queryClient: QueryClient }) =>
  queryClient.getQueryData(queries.site.get().queryKey);
