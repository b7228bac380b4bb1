import { type ReactNode, useState } from 'react';
import { ListScreen } from '../list/list-screen.tsx';
import type { ListSearch } from '../list/list-search.ts';
import { RowButton } from '../list/row-button.tsx';
import type { ContentList, StoredRow } from './content-resource.ts';
import { DeleteDialog } from './delete-dialog.tsx';

type ContentScreenProps<Row extends StoredRow, Category extends string> = {
  list: ContentList<Row, Category>;
  search: ListSearch;
  onAdd?: () => void;
  tools?: ReactNode;
  /** What opens one row: to edit it, or only to read it. */
  open: { does: 'Edit' | 'View'; row: (row: Row) => void };
  /** The dialogs. */
  children: ReactNode;
};

/** A list whose rows can be opened and deleted. */
export function ContentScreen<Row extends StoredRow, Category extends string>({
  open,
  children,
  ...screen
}: ContentScreenProps<Row, Category>) {
  const { list } = screen;
  const [doomed, setDoomed] = useState<Row | null>(null);

  const actions = (row: Row) => (
    <>
      <RowButton does={open.does} name={list.nameOf(row)} onClick={() => open.row(row)} />
      <RowButton does="Delete" name={list.nameOf(row)} onClick={() => setDoomed(row)} />
    </>
  );

  return (
    <ListScreen {...screen} actions={actions}>
      <DeleteDialog list={list} row={doomed} onClose={() => setDoomed(null)} />
      {children}
    </ListScreen>
  );
}
