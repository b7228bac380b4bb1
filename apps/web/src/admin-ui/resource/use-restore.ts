import type { TrashKind } from '@institute/contract/constants';
import { admin, failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';
import type { ContentWords } from './content-words.ts';
import { useRefresh } from './use-refresh.ts';

/** Takes one of a resource out of the trash again, and says so. */
export function useRestore(words: Pick<ContentWords, 'restored' | 'restoreFailed'>) {
  const refresh = useRefresh();
  const { mutateAsync: restore } = admin.trash.restore.useMutation();
  return async (item: { kind: TrashKind; id: number }) => {
    try {
      await restore(item);
      toast.success(words.restored);
    } catch (error) {
      toast.error(words.restoreFailed, { description: failureOf(error).message });
    }
    await refresh();
  };
}
