import { Button } from '@institute/ui/button.tsx';
import { useSearch } from '@tanstack/react-router';
import { type LucideIcon, Plus } from 'lucide-react';
import type { FC, ReactNode } from 'react';
import * as z from 'zod/mini';
import type { ResourceWords } from '../api/resource-words.ts';
import type { Loaded } from '../ui/load-error.tsx';
import { type ListSearch, listAddress } from './address.ts';
import { ChooseRow, type Choosing } from './chosen-rows.tsx';
import type { Column, Sorting } from './column.ts';
import { useColumnChoice } from './column-choice.tsx';
import { type CountedList, ListCount } from './list-count.tsx';
import { ListScreen, type Page } from './list-screen.tsx';
import {
  type ChangeSearch,
  isNarrowedBy,
  type ListChoices,
  listQuery,
  useListSearch,
} from './list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { Nothing } from './nothing.tsx';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';

/** The part of the address that says which page of a list is shown, and in which order. */
type Place = Partial<Pick<ListSearch, 'page' | 'size' | 'sort'>>;
type PlaceQuery = { limit?: number; offset?: number; sort?: string | undefined };

type ListState<Search, Query, Found> = {
  search: Search;
  changeSearch: ChangeSearch<Search>;
  /** The query without the page and the order. */
  filterQuery: Omit<Query, keyof PlaceQuery>;
  /** True while the query leaves rows out. */
  isNarrowed: boolean;
  showAll: () => void;
  found: Loaded<Found>;
};

/** What stands around and in the rows. A hook makes it, because buttons and dialogs have state. */
type ListParts<Row> = {
  /** Above the heading. */
  offers?: ReactNode;
  count?: ReactNode;
  /** Sums of what is listed. Null while they are on their way. */
  sums?: ReactNode;
  tools?: ReactNode;
  /** Makes a button with the words `add`, and another one in the empty list. */
  onAdd?: () => void;
  /** Instead of those of the declaration. */
  filters?: ReactNode;
  /** Instead of those of the declaration. They may depend on the rights of the account. */
  columns?: Column<Row>[];
  /** Below the first line. */
  notice?: ReactNode;
  /** Around the rows, or around the words of an empty list. */
  frame?: (content: ReactNode) => ReactNode;
  choosing?: Choosing<Row>;
  /** Before each row, instead of the box that chooses it. */
  lead?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  /** Shown instead of the usual text of an empty list. */
  empty?: ReactNode;
  /** The dialogs, and anything else below the list. */
  dialogs?: ReactNode;
};

export type FiltersProps<Search> = { search: Search; onChange: ChangeSearch<Search> };

/** A table, or cards in the columns of `grid`. */
type RowsDeclaration<Row> =
  | { columns: Column<Row>[]; card?: never; grid?: never }
  | { columns?: never; card: (row: Row) => ReactNode; grid?: string };

type ListDeclaration<Search, Query, Row, Found, Props> = RowsDeclaration<Row> & {
  words: Pick<ResourceWords, 'heading' | 'many' | 'total' | 'empty' | 'source'> & { add?: string };
  /** Shown while the list is empty. */
  icon?: LucideIcon;
  /** Default: the heading. */
  caption?: (search: Search) => string;
  /** Schema of the address' parameters. With `sort` among them the server sorts the list, otherwise the table does. */
  address: { parse: (address: unknown) => Search; shape: object };
  /** The query of an address. Its fields other than page and order filter the rows. */
  toQuery: (search: Search) => Query;
  /** Assign an answer with more fields than rows to a constant first, or TypeScript loses its type. */
  useRows: (query: Query) => Loaded<Found>;
  /** The order of an address that names none. */
  usualSort?: string;
  /** The calls that count all rows, to show beside the number that a filter finds. */
  counted?: CountedList;
  filters?: (list: FiltersProps<Search>) => ReactNode;
  useParts?: (list: ListState<Search, Query, Found>, props: Props) => ListParts<Row>;
};

/** For a list that is loaded whole. */
export const wholeList = { address: z.object({}), toQuery: () => ({}) };

export type SearchedList<Row, Category extends string> = RowsDeclaration<Row> &
  Pick<ListChoices<Category>, 'filter' | 'secondFilter'>;

/** For a list with a search and up to two choices, whose address `declareListRoute` declares. */
export const searchedList = <Row, Category extends string = never>({
  filter,
  secondFilter,
  ...rows
}: SearchedList<Row, Category>) => ({
  ...rows,
  address: listAddress,
  toQuery: (search: ListSearch) => listQuery(search, { filter, secondFilter, ...rows }),
  filters: (list: FiltersProps<ListSearch>) => (
    <ListToolbar {...list} filter={filter} secondFilter={secondFilter} />
  ),
});

const noParts = <Row,>(): ListParts<Row> => ({});
const sameContent = (content: ReactNode) => content;

/** A screen with a list. Content has `contentScreen`, which also has a form. */
export const listScreen =
  <
    Search extends Place,
    Query extends PlaceQuery,
    Row extends { id: number | string },
    Found extends Page<Row>,
    Props = object,
  >(
    declaration: ListDeclaration<Search, Query, Row, Found, Props>,
  ): FC<Props> =>
  (props) => <DeclaredList declaration={declaration} props={props} />;

/** For a declaration that is known only on the screen. Its hooks must stay the same. */
export function DeclaredList<
  Search extends Place,
  Query extends PlaceQuery,
  Row extends { id: number | string },
  Found extends Page<Row>,
  Props,
>({ declaration, props }: { declaration: ListDeclaration<Search, Query, Row, Found, Props>; props: Props }) {
  const { words, address, toQuery, useRows, usualSort, counted, filters, useParts = noParts } = declaration;
  const { search, changeSearch, onSort, showAll, paging } = useListSearch(
    address.parse(useSearch({ strict: false })),
  );
  const query = toQuery(search);
  const { limit, offset, sort, ...filterQuery } = query;
  const isNarrowed = isNarrowedBy(filterQuery);
  const found = useRows(query);
  const {
    frame = sameContent,
    onAdd,
    choosing,
    ...parts
  } = useParts({ search, changeSearch, filterQuery, isNarrowed, showAll, found }, props);
  const { shown: shownColumns, button: columnsButton } = useColumnChoice(
    words.heading.toLowerCase(),
    parts.columns ?? declaration.columns ?? [],
  );
  const hasField = (name: string) => name in address.shape;
  const sorting: Sorting = { by: search.sort ?? usualSort, onSort };
  const rowParts = {
    caption: declaration.caption?.(search) ?? words.heading,
    actions: parts.actions,
    onOpen: parts.onOpen,
    choosing,
    lead:
      parts.lead ??
      (choosing && ((row: Row) => <ChooseRow chosen={choosing} row={row} name={choosing.nameOf(row)} />)),
  };
  const total = found.data && words.total(found.data.total);
  return (
    <>
      {parts.offers}
      <ListScreen
        heading={words.heading}
        many={words.many}
        count={
          parts.count ??
          (counted ? <ListCount words={words} api={counted} found={found} isNarrowed={isNarrowed} /> : total)
        }
        found={found}
        tools={
          <>
            {declaration.columns && columnsButton}
            {parts.tools}
            {onAdd && (
              <Button onClick={onAdd}>
                <Plus aria-hidden />
                {words.add}
              </Button>
            )}
          </>
        }
        filters={parts.filters ?? filters?.({ search, onChange: changeSearch })}
        sums={parts.sums}
        notice={parts.notice}
        rows={(shown) =>
          frame(
            declaration.card ? (
              <RowCards {...rowParts} card={declaration.card} className={declaration.grid} {...shown} />
            ) : (
              <RowTable
                {...rowParts}
                columns={shownColumns}
                sorting={hasField('sort') ? sorting : undefined}
                {...shown}
              />
            ),
          )
        }
        empty={frame(
          parts.empty ?? (
            <Nothing
              words={words}
              icon={declaration.icon}
              isNarrowed={isNarrowed}
              onClear={showAll}
              onAdd={onAdd}
            />
          ),
        )}
        {...(hasField('page') && {
          paging: hasField('size') ? paging : { page: paging.page, onPage: paging.onPage },
        })}
      >
        {parts.dialogs}
      </ListScreen>
    </>
  );
}
