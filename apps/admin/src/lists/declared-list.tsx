import { Button } from '@institute/ui/button.tsx';
import { useSearch } from '@tanstack/react-router';
import { type LucideIcon, Plus } from 'lucide-react';
import type { FC, ReactNode } from 'react';
import * as z from 'zod/mini';
import type { ResourceWords } from '../api/resource-words.ts';
import type { LoadedQuery } from '../ui/load-error.tsx';
import { type ListSearch, listAddressSchema } from './address.ts';
import { ChooseRowCheckbox, type RowSelectionProps } from './chosen-rows.tsx';
import type { Column, Sorting } from './column.ts';
import { useColumnChoice } from './column-choice.tsx';
import { type CountedList, ListCount } from './list-count.tsx';
import { type ListPage, ListScreen } from './list-screen.tsx';
import {
  type ChangeSearch,
  isListNarrowedBy,
  type ListChoices,
  makeListQuery,
  useListSearch,
} from './list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { EmptyListNote } from './nothing.tsx';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';

/** The part of the address that says which page of a list is shown, and in which order. */
type ListPosition = Partial<Pick<ListSearch, 'page' | 'size' | 'sort'>>;
type PositionQuery = { limit?: number; offset?: number; sort?: string | undefined };

type ListState<Search, Query, Found> = {
  search: Search;
  changeSearch: ChangeSearch<Search>;
  /** The query without the page and the order. */
  filterQuery: Omit<Query, keyof PositionQuery>;
  /** True while the query leaves rows out. */
  isNarrowed: boolean;
  showAll: () => void;
  found: LoadedQuery<Found>;
};

/**
 * What a list shows around and in its rows. A hook makes these parts, because buttons and dialogs have state.
 */
type ListParts<Row> = {
  /** Above the heading. */
  offers?: ReactNode;
  count?: ReactNode;
  /** Sums of the listed rows. Null while they load. */
  sums?: ReactNode;
  tools?: ReactNode;
  /** Adds an item. The list shows a button labelled with `add`, and another one while it is empty. */
  onAdd?: () => void;
  /** Shown in place of the filters of the declaration. */
  filters?: ReactNode;
  /** Instead of those of the declaration. They may depend on the rights of the account. */
  columns?: Column<Row>[];
  /** Below the first line. */
  notice?: ReactNode;
  /** Wraps the rows, or the text of an empty list. */
  frame?: (content: ReactNode) => ReactNode;
  choosing?: RowSelectionProps<Row>;
  /** Shown before each row, in place of the checkbox. */
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
  useRows: (query: Query) => LoadedQuery<Found>;
  /** The order when the address names none. */
  usualSort?: string;
  /** The calls that count all rows, to show beside the number that a filter finds. */
  counted?: CountedList;
  filters?: (list: FiltersProps<Search>) => ReactNode;
  useParts?: (list: ListState<Search, Query, Found>, props: Props) => ListParts<Row>;
};

/** For a list that is loaded whole. */
export const wholeListAddress = { address: z.object({}), toQuery: () => ({}) };

export type SearchedListOptions<Row, Category extends string> = RowsDeclaration<Row> &
  Pick<ListChoices<Category>, 'filter' | 'secondFilter'>;

/** For a list with a search and up to two choices, whose address `declareListRoute` declares. */
export const declareSearchedList = <Row, Category extends string = never>({
  filter,
  secondFilter,
  ...rows
}: SearchedListOptions<Row, Category>) => ({
  ...rows,
  address: listAddressSchema,
  toQuery: (search: ListSearch) => makeListQuery(search, { filter, secondFilter, ...rows }),
  filters: (list: FiltersProps<ListSearch>) => (
    <ListToolbar {...list} filter={filter} secondFilter={secondFilter} />
  ),
});

const makeNoParts = <Row,>(): ListParts<Row> => ({});
const renderContentWithoutFrame = (content: ReactNode) => content;

/** A screen with a list. Content has `makeContentScreen`, which also has a form. */
export const makeListScreen =
  <
    Search extends ListPosition,
    Query extends PositionQuery,
    Row extends { id: number | string },
    Found extends ListPage<Row>,
    Props = object,
  >(
    declaration: ListDeclaration<Search, Query, Row, Found, Props>,
  ): FC<Props> =>
  (props) => <DeclaredList declaration={declaration} props={props} />;

/** Renders a declaration that only the screen knows. Its hooks must stay the same between renders. */
export function DeclaredList<
  Search extends ListPosition,
  Query extends PositionQuery,
  Row extends { id: number | string },
  Found extends ListPage<Row>,
  Props,
>({ declaration, props }: { declaration: ListDeclaration<Search, Query, Row, Found, Props>; props: Props }) {
  const {
    words,
    address,
    toQuery,
    useRows,
    usualSort,
    counted,
    filters,
    useParts = makeNoParts,
  } = declaration;
  const { search, changeSearch, onSort, showAll, paging } = useListSearch(
    address.parse(useSearch({ strict: false })),
  );
  const listQuery = toQuery(search);
  const { limit, offset, sort, ...filterQuery } = listQuery;
  const isListNarrowed = isListNarrowedBy(filterQuery);
  const rowsQuery = useRows(listQuery);
  const {
    frame = renderContentWithoutFrame,
    onAdd,
    choosing,
    ...parts
  } = useParts(
    { search, changeSearch, filterQuery, isNarrowed: isListNarrowed, showAll, found: rowsQuery },
    props,
  );
  const { shown: shownColumns, button: columnsButton } = useColumnChoice(
    words.heading.toLowerCase(),
    parts.columns ?? declaration.columns ?? [],
  );
  const addressHasParameter = (name: string) => name in address.shape;
  const sorting: Sorting = { by: search.sort ?? usualSort, onSort };
  const rowPartProps = {
    caption: declaration.caption?.(search) ?? words.heading,
    actions: parts.actions,
    onOpen: parts.onOpen,
    choosing,
    lead:
      parts.lead ??
      (choosing &&
        ((row: Row) => <ChooseRowCheckbox chosen={choosing} row={row} name={choosing.nameOf(row)} />)),
  };
  const totalText = rowsQuery.data && words.total(rowsQuery.data.total);
  return (
    <>
      {parts.offers}
      <ListScreen
        heading={words.heading}
        many={words.many}
        count={
          parts.count ??
          (counted ? (
            <ListCount words={words} api={counted} found={rowsQuery} isNarrowed={isListNarrowed} />
          ) : (
            totalText
          ))
        }
        found={rowsQuery}
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
              <RowCards {...rowPartProps} card={declaration.card} className={declaration.grid} {...shown} />
            ) : (
              <RowTable
                {...rowPartProps}
                columns={shownColumns}
                sorting={addressHasParameter('sort') ? sorting : undefined}
                {...shown}
              />
            ),
          )
        }
        empty={frame(
          parts.empty ?? (
            <EmptyListNote
              words={words}
              icon={declaration.icon}
              isNarrowed={isListNarrowed}
              onClear={showAll}
              onAdd={onAdd}
            />
          ),
        )}
        {...(addressHasParameter('page') && {
          paging: addressHasParameter('size') ? paging : { page: paging.page, onPage: paging.onPage },
        })}
      >
        {parts.dialogs}
      </ListScreen>
    </>
  );
}
