import { trashDays } from '@institute/contract/constants';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { ContentList, StoredRow } from './content-resource.ts';
import { useRemoval } from './use-removal.ts';
import { useRestore } from './use-restore.ts';

type DeleteDialogProps<Row extends StoredRow> = {
  list: Pick<ContentList<Row>, 'kind' | 'words' | 'nameOf'> & {
    api: Pick<ContentList<Row>['api'], 'remove'>;
  };
  /** What is asked about; none closes the dialog. */
  row: Row | null;
  onClose: () => void;
};

/** Asks, deletes, has every list asked for again, and offers to take it back. */
export function DeleteDialog<Row extends StoredRow>({ list, row, onClose }: DeleteDialogProps<Row>) {
  const { kind, words, nameOf, api } = list;
  const removal = useRemoval();
  const { mutateAsync: remove, isPending } = api.remove.useMutation();
  const restore = useRestore(words);

  const confirm = (id: number) =>
    removal({
      remove: () => remove({ id }),
      onRemoved: () =>
        toast.success(words.deleted, {
          action: { label: 'Undo', onPress: () => void restore({ kind, id }) },
        }),
      failed: words.deleteFailed,
      onClose,
    });

  return (
    <AlertDialog
      open={row !== null}
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={words.deleteQuestion}
      description={row && `“${nameOf(row)}” goes to the trash and can be brought back for ${trashDays} days.`}
      pending={isPending}
      onConfirm={() => row && confirm(row.id)}
    />
  );
}
