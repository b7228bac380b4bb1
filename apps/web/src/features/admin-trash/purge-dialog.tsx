import { admin, failureOf } from '../../api/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRefresh } from '../admin-content/use-refresh.ts';
import { kindWords, type TrashRow } from './trash-list.tsx';

type PurgeDialogProps = { row: TrashRow | null; onClose: () => void };

/** Asks before something is gone for good. */
export function PurgeDialog({ row, onClose }: PurgeDialogProps) {
  const refresh = useRefresh();
  const { mutateAsync: purge, isPending } = admin.trash.purge.useMutation();
  const word = row ? kindWords[row.kind] : '';

  const confirm = async ({ kind, itemId }: TrashRow) => {
    try {
      await purge({ kind, id: itemId });
      toast.success(`${word} deleted for ever`);
      onClose();
    } catch (error) {
      toast.error(`Failed to delete ${word.toLowerCase()}`, { description: failureOf(error).message });
      if (failureOf(error).code === 'NOT_FOUND') onClose();
    }
    await refresh();
  };

  return (
    <AlertDialog
      open={row !== null}
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Delete this ${word.toLowerCase()} for ever?`}
      description={row && `“${row.title}” and all that belongs to it will be gone. Nobody can bring it back.`}
      confirmLabel="Delete for ever"
      pending={isPending}
      onConfirm={() => row && void confirm(row)}
    />
  );
}
