import { useRemoval } from '../../admin-ui/resource/use-removal.ts';
import { admin } from '../../api/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { kindWords, type TrashRow } from './trash-list.tsx';

type PurgeDialogProps = { row: TrashRow | null; onClose: () => void };

/** Asks before something is gone for good. */
export function PurgeDialog({ row, onClose }: PurgeDialogProps) {
  const removal = useRemoval();
  const { mutateAsync: purge, isPending } = admin.trash.purge.useMutation();
  const word = row ? kindWords[row.kind] : '';

  const confirm = ({ kind, itemId }: TrashRow) =>
    removal({
      remove: () => purge({ kind, id: itemId }),
      onRemoved: () => toast.success(`${word} deleted for ever`),
      failed: `Failed to delete ${word.toLowerCase()}`,
      onClose,
    });

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
