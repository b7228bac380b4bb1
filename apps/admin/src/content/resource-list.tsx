import { Button } from '@institute/ui/button.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListApi, Page, StoredRow } from '../api/resource-api.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import type { ListSearch } from '../lists/address.ts';
import type { Column } from '../lists/column.ts';
import { ListCount } from '../lists/list-count.tsx';
import { ListScreen } from '../lists/list-screen.tsx';
import { isNarrowedBy, type ListFilter, listQuery, useListSearch } from '../lists/list-search.ts';
import { ListToolbar } from '../lists/list-toolbar.tsx';
import { Nothing } from '../lists/nothing.tsx';
import { RowCards } from '../lists/row-cards.tsx';
import { RowTable } from '../lists/row-table.tsx';

export type ListDeclaration<Row extends StoredRow, Category extends string = string> = {
  words: Pick<ResourceWords, 'heading' | 'many' | 'total' | 'empty' | 'source'> & { add?: string };
  api: ListApi<Row, Category>;
  filter?: ListFilter<Category>;
  secondFilter?: ListFilter;
} & ({ columns: Column<Row>[] } | { card: (row: Row) => ReactNode });

export type ResourceListProps<Row extends StoredRow, Category extends string> = {
  list: ListDeclaration<Row, Category>;
  search: ListSearch;
  actions: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  onAdd?: (() => void) | undefined;
  /** Buttons before the "New" button. */
  tools?: ReactNode;
  /** A checkbox, before the columns of a table or at the foot of a card. */
  lead?: (row: Row) => ReactNode;
  /** The rows may belong to the previous query. */
  above?: (rows: Row[], isOutdated: boolean) => ReactNode;
  /** Above the rows, also while there are none. */
  notice?: ReactNode;
  nothing?: ReactNode;
  count?: (found: Page<Row>, isNarrowed: boolean) => ReactNode;
  children: ReactNode;
};

export function ResourceList<Row extends StoredRow, Category extends string>({
  list,
  search,
  actions,
  onOpen,
  onAdd,
  tools,
  lead,
  above,
  notice,
  nothing,
  count,
  children,
}: ResourceListProps<Row, Category>) {
  const { words, api, filter, secondFilter } = list;
  const columns = 'columns' in list ? list.columns : undefined;
  const { changeSearch, showAll, paging } = useListSearch(search);
  const query = listQuery(search, filter, { secondFilter, columns });
  const { limit, offset, sort, ...narrowed } = query;
  const isNarrowed = isNarrowedBy(narrowed);
  const found = api.list.useQuery(query, { placeholderData: keepPreviousData });

  return (
    <ListScreen
      heading={words.heading}
      many={words.many}
      count={
        count ? (
          found.data && count(found.data, isNarrowed)
        ) : (
          <ListCount words={words} api={api} found={found} isNarrowed={isNarrowed} />
        )
      }
      found={found}
      tools={
        <>
          {tools}
          {onAdd && (
            <Button onClick={onAdd}>
              <Plus aria-hidden />
              {words.add}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <ListToolbar search={search} onChange={changeSearch} filter={filter} secondFilter={secondFilter} />
          {notice}
        </>
      }
      rows={(shown) => (
        <>
          {shown.rows && above?.(shown.rows, shown.isOutdated)}
          {'card' in list ? (
            <RowCards
              caption={words.heading}
              card={list.card}
              actions={actions}
              onOpen={onOpen}
              {...(lead && { lead })}
              {...shown}
            />
          ) : (
            <RowTable
              caption={words.heading}
              columns={list.columns}
              actions={actions}
              onOpen={onOpen}
              {...(lead && { lead })}
              sorting={{ by: search.sort, onSort: (sort) => changeSearch({ sort }) }}
              {...shown}
            />
          )}
        </>
      )}
      empty={
        nothing && !isNarrowed ? (
          nothing
        ) : (
          <Nothing words={words} isNarrowed={isNarrowed} onClear={showAll} onAdd={onAdd} />
        )
      }
      paging={paging}
    >
      {children}
    </ListScreen>
  );
}
