import { SearchBox } from '@institute/ui/search-box.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../ui/use-debounced.ts';
import type { ListSearch } from './address.ts';
import { FilterBar } from './filter-bar.tsx';
import { type ChangeSearch, filterName, findChosen, type ListChoices, toAddress } from './list-search.ts';

type ListToolbarProps = Pick<ListChoices, 'filter' | 'secondFilter'> & {
  search: ListSearch;
  onChange: ChangeSearch<ListSearch>;
};

export function ListToolbar({ search, onChange, filter, secondFilter }: ListToolbarProps) {
  const searchText = <SearchText value={search.q ?? ''} onChange={(q) => onChange({ q })} />;
  const filters = [filter, secondFilter].filter((one) => one !== undefined);
  if (filters.length === 0) return <search>{searchText}</search>;
  return (
    <FilterBar search={searchText} chosen={filters.map((one) => findChosen(one, search))}>
      {filters.map((one) => (
        <Select
          key={one.label}
          aria-label={one.label}
          className="md:w-52"
          value={findChosen(one, search) ?? ''}
          onChange={({ target }) =>
            onChange({ [filterName(one)]: toAddress(one, target.value || undefined) })
          }
          choices={one.choices}
        >
          <option value="">{one.all}</option>
        </Select>
      ))}
    </FilterBar>
  );
}

type SearchTextProps = {
  value: string;
  onChange: (value: string) => void;
  describedBy?: string | undefined;
};

export function SearchText({ value, onChange, describedBy }: SearchTextProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  const text = useDebounced(typed.trim());
  const change = useEffectEvent(() => {
    if (text === typed.trim() && text !== value) onChange(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed changes the search
  useEffect(change, [text]);

  return (
    <SearchBox
      className="min-w-0 max-w-full flex-1 md:w-80 md:flex-none"
      aria-describedby={describedBy}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
