import { formatNumber } from '@institute/contract/rules';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import type { ContentList, ListApi, Presentation, StoredRow } from '../resource/content-resource.ts';
import type { ContentWords } from '../resource/content-words.ts';
import { ContentRows } from './content-rows.tsx';
import { listQuery, pageCount } from './list-query.ts';
import { type ListSearch, PAGE_SIZE } from './list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { Pager } from './pager.tsx';

/** What a screen must know of its list, whatever can be done with the rows. */
export type ListedRows<Row extends StoredRow, Category extends string = string> = Pick<
  ContentList<Row, Category>,
  'filter'
> &
  Presentation<Row> & {
    words: Pick<ContentWords, 'heading' | 'many' | 'total' | 'add' | 'empty'>;
    api: Pick<ListApi<Row, Category>, 'list'>;
  };

type ListScreenProps<Row extends StoredRow, Category extends string> = {
  list: ListedRows<Row, Category>;
  /** What stands in the address. */
  search: ListSearch;
  /** What can be done with a row. */
  actions: (row: Row) => ReactNode;
  /** Opens the form that makes a new one; none where nothing can be made here. */
  onAdd?: (() => void) | undefined;
  /** What else can be done with the list, such as an export; stands beside `onAdd`'s button. */
  tools?: ReactNode;
  /** What stands where there is nothing at all, when the usual words do not fit. */
  nothing?: ReactNode;
  /** The dialogs. */
  children: ReactNode;
};

/** The shape of every list: count, search, rows with their actions, pages. */
export function ListScreen<Row extends StoredRow, Category extends string>({
  list,
  search,
  actions,
  onAdd,
  tools,
  nothing,
  children,
}: ListScreenProps<Row, Category>) {
  const { words, api, filter } = list;
  const navigate = useNavigate();
  const onSearch = (next: ListSearch) =>
    navigate({ to: '.', search: next, replace: true, resetScroll: false });

  const query = listQuery(search, filter);
  const isNarrowed = Boolean(query.q || query.category || query.status);
  const found = api.list.useQuery(query, { placeholderData: keepPreviousData });
  const everything = api.list.useQuery({ limit: 1, offset: 0 }, { enabled: isNarrowed });
  const total = isNarrowed ? everything.data?.total : found.data?.total;

  const { page = 1, size = PAGE_SIZE } = search;
  const pages = pageCount(found.data?.total ?? 0, size);
  const isBeyond = !found.isPlaceholderData && found.data !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) void navigate({ to: '.', search: { ...search, page: pages }, replace: true });
  });

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <Heading level={1} size="block">
            {words.heading}
          </Heading>
          <p aria-live="polite" className="text-muted">
            <span>{total === undefined ? 'Counting…' : words.total(total)}</span>
            {isNarrowed && found.data && <span> · {foundCount(found.data)} found</span>}
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
        (!isNarrowed && nothing) || (
          <NothingFound list={list} isNarrowed={isNarrowed} onAdd={onAdd} onClear={() => onSearch({})} />
        )
      ) : (
        <ContentRows
          list={list}
          rows={found.data?.items}
          actions={actions}
          isOutdated={found.isPlaceholderData}
        />
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => onSearch({ ...search, page: next })}
        size={size}
        onSize={(next) => onSearch({ ...search, page: undefined, size: next })}
        total={found.data?.total ?? 0}
      />
      {children}
    </div>
  );
}

const foundCount = ({ total, isMore }: { total: number; isMore?: boolean }) =>
  isMore ? `${formatNumber(total)}+` : total;

type NothingFoundProps = {
  list: Pick<ListedRows<StoredRow>, 'words'>;
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
