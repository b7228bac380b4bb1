import { useDelete } from '../../admin-ui/use-delete.ts';
import { admin } from '../../api/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { type Subscriber, subscriberWords as words } from './subscriber-list.tsx';

type EraseDialogProps = {
  /** None closes the dialog. */
  subscriber: Subscriber | null;
  onClose: () => void;
};

/** Asks, and deletes a subscriber for good: email addresses do not go to the trash. */
export function EraseDialog({ subscriber, onClose }: EraseDialogProps) {
  const deleteItem = useDelete();
  const { mutateAsync: remove, isPending } = admin.newsletter.subscribers.remove.useMutation();

  const confirm = (id: number) =>
    deleteItem({
      remove: () => remove({ id }),
      onDeleted: () => toast.success(words.deleted),
      failed: words.deleteFailed,
      onClose,
    });

  return (
    <AlertDialog
      open={subscriber !== null}
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={words.deleteQuestion}
      description={subscriber && `“${subscriber.email}” is erased for good. It may subscribe again.`}
      pending={isPending}
      onConfirm={() => subscriber && confirm(subscriber.id)}
    />
  );
}
