import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { toast } from '@institute/ui/toast.ts';
import { type ComponentProps, useState } from 'react';
import { toApiFailure } from '../api/admin.ts';

type DeleteQuestionProps<Item> = Pick<
  ComponentProps<typeof AlertDialog>,
  'title' | 'description' | 'confirmLabel'
> & {
  /** Null closes the question. */
  item: Item | null;
  remove: (item: Item) => Promise<unknown>;
  onDeleted: (item: Item) => void;
  /** Title of the toast. */
  failed: string;
  /** Also called when another account has deleted the item. */
  onGone?: ((item: Item) => void) | undefined;
  onClose: () => void;
};

export function DeleteQuestion<Item>({
  item,
  remove,
  onDeleted,
  failed,
  onGone,
  onClose,
  ...words
}: DeleteQuestionProps<Item>) {
  const [isPending, setPending] = useState(false);
  const confirmDelete = async (chosen: Item) => {
    const closeQuestion = () => {
      onGone?.(chosen);
      onClose();
    };
    setPending(true);
    try {
      await remove(chosen);
      onDeleted(chosen);
      closeQuestion();
    } catch (error) {
      toast.error(failed, { description: toApiFailure(error).message });
      if (toApiFailure(error).code === 'NOT_FOUND') closeQuestion();
    }
    setPending(false);
  };
  return (
    <AlertDialog
      {...words}
      open={item !== null}
      onClose={onClose}
      pending={isPending}
      onConfirm={() => item && confirmDelete(item)}
    />
  );
}
