import type { TrashKind } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { toast } from '@institute/ui/toast.ts';
import type { ReactNode } from 'react';
import type { admin } from '../api/admin.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import { useRestore } from '../api/use-change.ts';
import { RowButton } from '../lists/row-button.tsx';
import { useDeletion } from '../ui/use-deletion.ts';

type DeletableProps<Row> = {
  kind: TrashKind;
  words: ResourceWords;
  api: Pick<typeof admin.posts, 'remove'>;
  nameOf: (row: Row) => string;
  /** Consequences of a deletion, which the question names. */
  uses?: (row: Row) => ReactNode;
};

export type DeletableRows<Row> = DeletableProps<Row> & {
  does: 'Edit' | 'View';
  /** Buttons before Edit and Delete. */
  more?: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
  /** Also called when another account has deleted the item. */
  onGone?: (id: number) => void;
};

/** Parts of a list whose rows the user can open and delete. */
export function useDeletableRows<Row extends { id: number }>({
  more,
  does,
  onOpen,
  ...list
}: DeletableRows<Row>) {
  const { askToDelete, question } = useItemDeletion(list, list.onGone);
  return {
    question,
    onOpen,
    actions: (row: Row) => (
      <>
        {more?.(row)}
        <RowButton does={does} name={list.nameOf(row)} onClick={() => onOpen(row)} />
        <RowButton does="Delete" name={list.nameOf(row)} onClick={() => askToDelete(row)} />
      </>
    ),
  };
}

export function useItemDeletion<Row extends { id: number }>(
  { kind, words, nameOf, uses, api }: DeletableProps<Row>,
  onGone?: (id: number) => void,
) {
  const { mutateAsync: remove } = api.remove.useMutation();
  const { restore } = useRestore();
  const { askToDelete, question } = useDeletion();
  const askToDeleteItem = (item: Row) => {
    const { id } = item;
    askToDelete({
      title: words.deleteQuestion,
      description: (
        <>
          “{nameOf(item)}” goes to the trash and can be brought back for {trashDays} days.
          {uses && <span className="mt-2 block text-ink">{uses(item)}</span>}
        </>
      ),
      remove: () => remove({ id }),
      onDeleted: () =>
        toast.success(words.deleted, {
          action: { label: 'Undo', onPress: () => void restore({ kind, id }, words) },
        }),
      failed: words.deleteFailed,
      onGone: () => onGone?.(id),
    });
  };
  return { askToDelete: askToDeleteItem, question };
}
