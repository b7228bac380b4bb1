import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** After a change: reloads what the dashboard shows, and marks what the public pages have loaded as stale. */
export function useRefresh() {
  const dashboard = useQueryClient();
  const { queryClient: site } = useRouter().options.context;
  return () => Promise.all([dashboard.invalidateQueries(), site.invalidateQueries({ refetchType: 'none' })]);
}
