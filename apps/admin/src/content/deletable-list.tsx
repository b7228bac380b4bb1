import type { TrashKind } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { toast } from '@institute/ui/toast.ts';
import { type ReactNode, useState } from 'react';
import type { DeleteApi, StoredRow } from '../api/resource-api.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import { useRestore } from '../api/use-change.ts';
import { RowButton } from '../lists/row-button.tsx';
import { DeleteQuestion } from '../ui/delete-question.tsx';
import { type ListDeclaration, ResourceList, type ResourceListProps } from './resource-list.tsx';

export type DeletableListDeclaration<
  Row extends StoredRow,
  Category extends string = string,
> = ListDeclaration<Row, Category> & {
  kind: TrashKind;
  words: ResourceWords;
  api: DeleteApi;
  nameOf: (row: Row) => string;
  more?: (row: Row) => ReactNode;
  /** Consequences of a deletion, which the question names. */
  uses?: (row: Row) => ReactNode;
};

type DeletableListProps<Row extends StoredRow, Category extends string> = Pick<
  ResourceListProps<Row, Category>,
  'search' | 'onAdd' | 'tools' | 'lead' | 'above' | 'notice' | 'children'
> & {
  list: DeletableListDeclaration<Row, Category>;
  /** Also called when another account has deleted the item. */
  onGone?: (id: number) => void;
  open: { does: 'Edit' | 'View'; row: (row: Row) => void };
};

export function DeletableList<Row extends StoredRow, Category extends string>({
  open,
  onGone,
  children,
  ...screen
}: DeletableListProps<Row, Category>) {
  const { list } = screen;
  const [itemToDelete, setItemToDelete] = useState<Row | null>(null);

  const rowActions = (row: Row) => (
    <>
      {list.more?.(row)}
      <RowButton does={open.does} name={list.nameOf(row)} onClick={() => open.row(row)} />
      <RowButton does="Delete" name={list.nameOf(row)} onClick={() => setItemToDelete(row)} />
    </>
  );

  return (
    <ResourceList {...screen} actions={rowActions} onOpen={open.row}>
      <DeleteDialog
        list={list}
        item={itemToDelete}
        {...(onGone && { onGone })}
        onClose={() => setItemToDelete(null)}
      />
      {children}
    </ResourceList>
  );
}

type DeleteDialogProps<Row extends StoredRow> = {
  list: Pick<DeletableListDeclaration<Row>, 'kind' | 'words' | 'nameOf' | 'uses'> & { api: DeleteApi };
  item: Row | null;
  onGone?: (id: number) => void;
  onClose: () => void;
};

export function DeleteDialog<Row extends StoredRow>({ list, item, onGone, onClose }: DeleteDialogProps<Row>) {
  const { kind, words, nameOf, uses, api } = list;
  const { mutateAsync: remove } = api.remove.useMutation();
  const { restore } = useRestore();
  return (
    <DeleteQuestion
      item={item}
      title={words.deleteQuestion}
      description={
        item && (
          <>
            “{nameOf(item)}” goes to the trash and can be brought back for {trashDays} days.
            {uses && <span className="mt-2 block text-ink">{uses(item)}</span>}
          </>
        )
      }
      remove={({ id }) => remove({ id })}
      onDeleted={({ id }) =>
        toast.success(words.deleted, {
          action: { label: 'Undo', onPress: () => void restore({ kind, id }, words) },
        })
      }
      failed={words.deleteFailed}
      onGone={({ id }) => onGone?.(id)}
      onClose={onClose}
    />
  );
}
