import type { TrashKind } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { toast } from '@institute/ui/toast.ts';
import { type ReactNode, useState } from 'react';
import type { ListSearch } from '../lists/list-search.ts';
import { RowButton } from '../lists/row-button.tsx';
import { useDelete, useRestore } from '../parts/use-delete.ts';
import type { DeleteApi, StoredRow } from './resource-api.ts';
import { type ListDeclaration, ResourceList } from './resource-list.tsx';
import type { ResourceWords } from './resource-words.ts';

/** A list with rows that can be deleted to the trash. */
export type DeletableListDeclaration<
  Row extends StoredRow,
  Category extends string = string,
> = ListDeclaration<Row, Category> & {
  kind: TrashKind;
  words: ResourceWords;
  api: DeleteApi;
  /** Name of a row, for its buttons and the confirmation. */
  nameOf: (row: Row) => string;
  /** Further buttons of a row. */
  more?: (row: Row) => ReactNode;
};

type DeletableListProps<Row extends StoredRow, Category extends string> = {
  list: DeletableListDeclaration<Row, Category>;
  search: ListSearch;
  onAdd?: () => void;
  tools?: ReactNode;
  /** What opens a row: a click on it, and a button of this name. */
  open: { does: 'Edit' | 'View'; row: (row: Row) => void };
  /** The dialogs. */
  children: ReactNode;
};

/** The list of a resource whose rows can be opened and deleted. */
export function DeletableList<Row extends StoredRow, Category extends string>({
  open,
  children,
  ...screen
}: DeletableListProps<Row, Category>) {
  const { list } = screen;
  const [itemToDelete, setItemToDelete] = useState<Row | null>(null);

  const actions = (row: Row) => (
    <>
      {list.more?.(row)}
      <RowButton does={open.does} name={list.nameOf(row)} onClick={() => open.row(row)} />
      <RowButton does="Delete" name={list.nameOf(row)} onClick={() => setItemToDelete(row)} />
    </>
  );

  return (
    <ResourceList {...screen} actions={actions} onOpen={open.row}>
      <DeleteDialog list={list} item={itemToDelete} onClose={() => setItemToDelete(null)} />
      {children}
    </ResourceList>
  );
}

type DeleteDialogProps<Row extends StoredRow> = {
  list: Pick<DeletableListDeclaration<Row>, 'kind' | 'words' | 'nameOf'> & { api: DeleteApi };
  /** The item to delete; null closes the dialog. */
  item: Row | null;
  /** Called when the item has left the list, deleted by this account or by another. */
  onGone?: (id: number) => void;
  onClose: () => void;
};

/** Confirms, deletes, and offers to undo. */
export function DeleteDialog<Row extends StoredRow>({ list, item, onGone, onClose }: DeleteDialogProps<Row>) {
  const { kind, words, nameOf, api } = list;
  const deleteItem = useDelete();
  const { mutateAsync: remove, isPending } = api.remove.useMutation();
  const { restore } = useRestore();

  const confirm = (id: number) =>
    deleteItem({
      remove: () => remove({ id }),
      onDeleted: () =>
        toast.success(words.deleted, {
          action: { label: 'Undo', onPress: () => void restore({ kind, id }, words) },
        }),
      failed: words.deleteFailed,
      onClose: () => {
        onGone?.(id);
        onClose();
      },
    });

  return (
    <AlertDialog
      open={item !== null}
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={words.deleteQuestion}
      description={
        item && `“${nameOf(item)}” goes to the trash and can be brought back for ${trashDays} days.`
      }
      pending={isPending}
      onConfirm={() => item && confirm(item.id)}
    />
  );
}
