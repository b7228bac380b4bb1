import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** After a change: what the dashboard shows is asked for again, and so is what the site had loaded before. */
export function useRefresh() {
  const shown = useQueryClient();
  const { queryClient: site } = useRouter().options.context;
  return () => Promise.all([shown.invalidateQueries(), site.invalidateQueries({ refetchType: 'none' })]);
}
