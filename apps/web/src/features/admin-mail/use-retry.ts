import { useRefresh } from '../../admin-ui/resource/use-refresh.ts';
import { admin, failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';

/** Has what failed sent again, and says how it went. */
export function useRetry() {
  const refresh = useRefresh();
  const one = admin.mail.retry.useMutation();
  const all = admin.mail.retryAll.useMutation();

  const attempt = async (send: () => Promise<unknown>, told: string) => {
    try {
      await send();
      toast.success(told);
    } catch (error) {
      toast.error('The mail could not be sent again', { description: failureOf(error).message });
    }
    await refresh();
  };

  return {
    retry: (id: number) => attempt(() => one.mutateAsync({ id }), 'The mail is on its way again'),
    retryAll: () => attempt(() => all.mutateAsync(), 'All of them are on their way again'),
    isPending: one.isPending || all.isPending,
  };
}
