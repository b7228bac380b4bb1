import type { TrashKind } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { toast } from '@institute/ui/toast.ts';
import type { ReactNode } from 'react';
import type { DeleteApi, StoredRow } from '../api/resource-api.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import { useRestore } from '../api/use-change.ts';
import { RowButton } from '../lists/row-button.tsx';
import { useDeletion } from '../ui/use-deletion.ts';
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
  const { askToDelete, question } = useItemDeletion(list, onGone);

  const rowActions = (row: Row) => (
    <>
      {list.more?.(row)}
      <RowButton does={open.does} name={list.nameOf(row)} onClick={() => open.row(row)} />
      <RowButton does="Delete" name={list.nameOf(row)} onClick={() => askToDelete(row)} />
    </>
  );

  return (
    <ResourceList {...screen} actions={rowActions} onOpen={open.row}>
      {question}
      {children}
    </ResourceList>
  );
}

type Deletable<Row extends StoredRow> = Pick<
  DeletableListDeclaration<Row>,
  'kind' | 'words' | 'nameOf' | 'uses'
> & { api: DeleteApi };

export function useItemDeletion<Row extends StoredRow>(
  { kind, words, nameOf, uses, api }: Deletable<Row>,
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
