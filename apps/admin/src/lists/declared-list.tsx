import { useSearch } from '@tanstack/react-router';
import type { FC, ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Loaded, Page } from '../api/resource-api.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import type { ListSearch } from './address.ts';
import type { Column, Sorting } from './column.ts';
import { type CountedList, ListCount } from './list-count.tsx';
import { ListScreen, type ShownRows } from './list-screen.tsx';
import { type ChangeSearch, isNarrowedBy, useListSearch } from './list-search.ts';
import { Nothing } from './nothing.tsx';
import { RowTable } from './row-table.tsx';

/** Where in a list somebody is. */
type Place = Partial<Pick<ListSearch, 'page' | 'size' | 'sort' | 'open'>>;

type ListState<Search, Found> = {
  search: Search;
  changeSearch: ChangeSearch<Search>;
  /** True while the address leaves rows out. */
  isNarrowed: boolean;
  showAll: () => void;
  found: Loaded<Found>;
};

/** What stands around and in the rows. A hook makes it, because buttons and dialogs have state. */
type ListParts<Row> = {
  /** Above the heading. */
  offers?: ReactNode;
  count?: ReactNode;
  tools?: ReactNode;
  /** Below the filters. */
  notice?: ReactNode;
  /** Around the rows, or around the words of an empty list. */
  frame?: (content: ReactNode) => ReactNode;
  above?: (shown: ShownRows<Row>) => ReactNode;
  /** Instead of those of the declaration. */
  columns?: Column<Row>[];
  lead?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  aboveEmpty?: ReactNode;
  /** Instead of the words of an empty list. */
  empty?: ReactNode;
  dialogs?: ReactNode;
};

export type FiltersProps<Search> = { search: Search; onChange: ChangeSearch<Search> };

type ListDeclaration<Search, Row, Found, Props> = {
  words: Pick<ResourceWords, 'heading' | 'many' | 'total' | 'empty' | 'source'>;
  /** Default: the heading. */
  caption?: (search: Search) => string;
  /** What the address may say. The server sorts when it may name an order, otherwise the table does. */
  address: { parse: (address: unknown) => Search; shape: object };
  /** The order of an address that names none. */
  usualSort?: string;
  /** Counts everything, next to what a filter finds. */
  counted?: CountedList;
  columns: Column<Row>[];
  /** An answer with more than rows goes through a constant, or its type is lost. */
  useRows: (search: Search) => Loaded<Found>;
  /** What of the address leaves rows out. Default: all but the page and the order. */
  toFilter?: (search: Search) => object;
  Filters?: FC<FiltersProps<Search>>;
  useParts?: (list: ListState<Search, Found>, props: Props) => ListParts<Row>;
};

/** Of a list that is loaded whole. */
export const wholeList = z.object({});

const noParts = () => ({});
const sameContent = (content: ReactNode) => content;
const withoutPlace = ({ page, size, sort, open, ...filter }: Place) => filter;

/** A screen with a list. Content has `contentScreen`, which also has a form. */
export const listScreen =
  <Search extends Place, Row extends { id: number | string }, Found extends Page<Row>, Props = object>({
    words,
    caption = () => words.heading,
    address,
    usualSort,
    counted,
    columns,
    useRows,
    toFilter = withoutPlace,
    Filters,
    useParts = noParts,
  }: ListDeclaration<Search, Row, Found, Props>): FC<Props> =>
  (props) => {
    const list = useListSearch(address.parse(useSearch({ strict: false })));
    const { search, changeSearch, onSort, showAll, paging } = list;
    const isNarrowed = isNarrowedBy(toFilter(search));
    const found = useRows(search);
    const { frame = sameContent, ...parts } = useParts(
      { search, changeSearch, isNarrowed, showAll, found },
      props,
    );
    const hasField = (name: string) => name in address.shape;
    const sorting: Sorting = { by: search.sort ?? usualSort, onSort };
    const total = found.data && words.total(found.data.total);
    return (
      <>
        {parts.offers}
        <ListScreen
          heading={words.heading}
          many={words.many}
          count={
            parts.count ??
            (counted ? (
              <ListCount words={words} api={counted} found={found} isNarrowed={isNarrowed} />
            ) : (
              total
            ))
          }
          found={found}
          tools={parts.tools}
          filters={
            <>
              {Filters && <Filters search={search} onChange={changeSearch} />}
              {parts.notice}
            </>
          }
          rows={(shown) =>
            frame(
              <>
                {parts.above?.(shown)}
                <RowTable
                  caption={caption(search)}
                  columns={parts.columns ?? columns}
                  actions={parts.actions}
                  onOpen={parts.onOpen}
                  {...(parts.lead && { lead: parts.lead })}
                  {...(hasField('sort') && { sorting })}
                  {...shown}
                />
              </>,
            )
          }
          empty={frame(
            <>
              {parts.aboveEmpty}
              {parts.empty ?? <Nothing words={words} isNarrowed={isNarrowed} onClear={showAll} />}
            </>,
          )}
          {...(hasField('page') && {
            paging: hasField('size') ? paging : { page: paging.page, onPage: paging.onPage },
          })}
        >
          {parts.dialogs}
        </ListScreen>
      </>
    );
  };
