import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** Call it after a change. Reloads the dashboard's data, and marks the site's texts as stale. */
export function useRefresh() {
  const dashboard = useQueryClient();
  const { queryClient: site } = useRouter().options.context;
  return () => Promise.all([dashboard.invalidateQueries(), site.invalidateQueries({ refetchType: 'none' })]);
}
