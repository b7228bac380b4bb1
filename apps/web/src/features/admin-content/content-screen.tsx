import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import type { ContentList, StoredRow } from './content-resource.ts';
import { ContentRows } from './content-rows.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type ListSearch, listQuery, pageCount } from './list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { Pager } from './pager.tsx';
import { RowButton } from './row-button.tsx';

type ContentScreenProps<Row extends StoredRow, Category extends string> = {
  list: ContentList<Row, Category>;
  /** What stands in the address. */
  search: ListSearch;
  /** Opens the form that makes a new one; none where nothing can be made here. */
  onAdd?: () => void;
  /** What else can be done with the list, such as an export; stands beside `onAdd`'s button. */
  tools?: ReactNode;
  /** What opens one row: to edit it, or only to read it. */
  open: { does: 'Edit' | 'View'; row: (row: Row) => void };
  /** The dialogs. */
  children: ReactNode;
};

/** The shape of every list: count, search, rows with their actions, pages. */
export function ContentScreen<Row extends StoredRow, Category extends string>({
  list,
  search,
  onAdd,
  tools,
  open,
  children,
}: ContentScreenProps<Row, Category>) {
  const { words, api, filter, nameOf } = list;
  const navigate = useNavigate();
  const onSearch = (next: ListSearch) =>
    navigate({ to: '.', search: next, replace: true, resetScroll: false });
  const [doomed, setDoomed] = useState<Row | null>(null);

  const query = listQuery(search, filter);
  const isNarrowed = Boolean(query.q || query.category);
  const found = api.list.useQuery(query, { placeholderData: keepPreviousData });
  const everything = api.list.useQuery({ limit: 1, offset: 0 }, { enabled: isNarrowed });
  const total = isNarrowed ? everything.data?.total : found.data?.total;

  const { page = 1 } = search;
  const pages = pageCount(found.data?.total ?? 0);
  const isBeyond = !found.isPlaceholderData && found.data !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) void navigate({ to: '.', search: { ...search, page: pages }, replace: true });
  });

  const actions = (row: Row) => (
    <>
      <RowButton does={open.does} name={nameOf(row)} onClick={() => open.row(row)} />
      <RowButton does="Delete" name={nameOf(row)} onClick={() => setDoomed(row)} />
    </>
  );

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <Heading level={1} size="block">
            {words.heading}
          </Heading>
          <p aria-live="polite" className="text-muted">
            <span>{total === undefined ? 'Counting…' : words.total(total)}</span>
            {isNarrowed && found.data && <span> · {found.data.total} found</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {tools}
          {onAdd && (
            <Button onClick={onAdd}>
              <Plus aria-hidden />
              {words.add}
            </Button>
          )}
        </div>
      </div>
      <ListToolbar search={search} onSearch={onSearch} filter={filter} />
      {found.error && !found.data ? (
        <ErrorState
          title={`The ${words.many} could not be loaded`}
          description={failureOf(found.error).message}
          onRetry={() => void found.refetch()}
          pending={found.isFetching}
        />
      ) : found.data?.items.length === 0 ? (
        <NothingFound list={list} isNarrowed={isNarrowed} onAdd={onAdd} onClear={() => onSearch({})} />
      ) : (
        <ContentRows
          list={list}
          rows={found.data?.items}
          actions={actions}
          isOutdated={found.isPlaceholderData}
        />
      )}
      <Pager page={page} pages={pages} onPage={(next) => onSearch({ ...search, page: next })} />
      <DeleteDialog list={list} row={doomed} onClose={() => setDoomed(null)} />
      {children}
    </div>
  );
}

type NothingFoundProps = {
  list: { words: ContentList<StoredRow>['words'] };
  isNarrowed: boolean;
  onAdd: (() => void) | undefined;
  onClear: () => void;
};

function NothingFound({ list: { words }, isNarrowed, onAdd, onClear }: NothingFoundProps) {
  if (isNarrowed) {
    return (
      <EmptyState
        title={words.empty}
        action={
          <Button variant="outline" onClick={onClear}>
            Show all {words.many}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={words.empty}
      description={`The ${words.many} will stand here.`}
      action={
        onAdd && (
          <Button variant="outline" onClick={onAdd}>
            Add the first one
          </Button>
        )
      }
    />
  );
}
