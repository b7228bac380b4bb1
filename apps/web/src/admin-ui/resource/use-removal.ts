import { failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';
import { useRefresh } from './use-refresh.ts';

type Removal = {
  remove: () => Promise<unknown>;
  /** Says that it is gone. */
  onRemoved: () => void;
  failed: string;
  onClose: () => void;
};

/** Removes something that was asked about, says how that went, and has every list asked for again. */
export function useRemoval() {
  const refresh = useRefresh();
  return async ({ remove, onRemoved, failed, onClose }: Removal): Promise<void> => {
    try {
      await remove();
      onRemoved();
      onClose();
    } catch (error) {
      toast.error(failed, { description: failureOf(error).message });
      // somebody else was faster: the list shows it
      if (failureOf(error).code === 'NOT_FOUND') onClose();
    }
    await refresh();
  };
}
