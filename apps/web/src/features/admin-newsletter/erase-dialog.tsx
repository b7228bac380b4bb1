import { useRemoval } from '../../admin-ui/resource/use-removal.ts';
import { admin } from '../../api/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { type Subscriber, subscriberWords as words } from './subscriber-list.tsx';

type EraseDialogProps = {
  /** Who is asked about; none closes the dialog. */
  subscriber: Subscriber | null;
  onClose: () => void;
};

/** An address does not wait in the trash: who wants it gone wants it gone. */
export function EraseDialog({ subscriber, onClose }: EraseDialogProps) {
  const removal = useRemoval();
  const { mutateAsync: remove, isPending } = admin.newsletter.subscribers.remove.useMutation();

  const confirm = (id: number) =>
    removal({
      remove: () => remove({ id }),
      onRemoved: () => toast.success(words.deleted),
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
