import { SearchBox } from '@institute/ui/search-box.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Loaded } from '../api/resource-api.ts';
import { FilterBar } from './filter-bar.tsx';
import { filterName, findChosen, type ListFilter, type ListSearch, loadAhead } from './list-search.ts';

/** After a pause of this time, the search for the next letter starts at once. */
const REST_MS = 300;
/** During quick typing, the search starts after a pause of this time. */
const PAUSE_MS = 150;
/** The old rows are shown as outdated after this time. */
const AHEAD_MS = 300;

type ListToolbarProps<Query> = {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  filter: ListFilter | undefined;
  secondFilter?: ListFilter | undefined;
  ahead: SearchAhead<Query>;
};

export function ListToolbar<Query>({
  search,
  onSearch,
  filter,
  secondFilter,
  ahead,
}: ListToolbarProps<Query>) {
  const searchText = (
    <SearchText
      value={search.q ?? ''}
      onChange={(q) => onSearch({ ...search, q, page: undefined })}
      ahead={ahead}
    />
  );
  const filters = [filter, secondFilter].filter((one) => one !== undefined);
  if (filters.length === 0) return <search>{searchText}</search>;
  return (
    <FilterBar search={searchText} chosen={filters.map((one) => findChosen(one, search))}>
      {filters.map(({ name, label, choices }) => (
        <Select
          key={label}
          aria-label={label}
          className="md:w-52"
          value={search[filterName({ name })] ?? choices[0]?.value}
          onChange={({ target }) =>
            onSearch({ ...search, [filterName({ name })]: target.value, page: undefined })
          }
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
    </FilterBar>
  );
}

/** Loads the rows for a typed text before the address changes. */
export type SearchAhead<Query> = {
  list: {
    useQuery: (query: Query, options: typeof loadAhead) => Pick<Loaded<unknown>, 'data' | 'error'>;
  };
  queryOf: (text: string) => Query;
};

type SearchTextProps<Query> = {
  value: string;
  onChange: (value: string) => void;
  ahead: SearchAhead<Query>;
  describedBy?: string | undefined;
};

/** Updates the address when the rows for the new text have arrived, so that they are rendered once. */
export function SearchText<Query>({ value, onChange, ahead, describedBy }: SearchTextProps<Query>) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const [asked, setAsked] = useState<string | null>(null);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  if (value !== shown) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  const text = typed.trim();
  useEffect(() => {
    // The list itself shows the rows now, so their call must not be aborted.
    if (asked === value) setAsked(null);
    if (text === value || asked === text) return;
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, asked]);

  return (
    <>
      <SearchBox
        className="min-w-0 max-w-full flex-1 md:w-80 md:flex-none"
        aria-describedby={describedBy}
        value={typed}
        onChange={({ target, timeStamp }) => {
          setTyped(target.value);
          if (timeStamp - typedAt.current > REST_MS) setAsked(target.value.trim());
          typedAt.current = timeStamp;
        }}
      />
      {asked === text && (
        <Ahead
          key={text}
          list={ahead.list}
          query={ahead.queryOf(text)}
          onLoaded={() => {
            if (text !== value) onChange(text);
          }}
        />
      )}
    </>
  );
}

type AheadProps<Query> = {
  list: SearchAhead<Query>['list'];
  query: Query;
  onLoaded: () => void;
};

/** The next text replaces this component, which aborts the call. */
function Ahead<Query>({ list, query, onLoaded }: AheadProps<Query>) {
  const { data, error } = list.useQuery(query, loadAhead);
  const isLoaded = data !== undefined || Boolean(error);
  const show = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isLoaded) {
      show();
      return;
    }
    const timer = setTimeout(show, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return null;
}
