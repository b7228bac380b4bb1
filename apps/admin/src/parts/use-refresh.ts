import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

export function useRefresh() {
  const dashboard = useQueryClient();
  const { queryClient: site } = useRouter().options.context;
  return () => Promise.all([dashboard.invalidateQueries(), site.invalidateQueries({ refetchType: 'none' })]);
}
