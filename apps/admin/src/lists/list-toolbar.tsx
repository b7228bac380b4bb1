import { SearchBox } from '@institute/ui/search-box.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../ui/use-debounced.ts';
import type { ListSearch } from './address.ts';
import { makeChoiceFilter } from './filter.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  type ChangeSearch,
  findChosenCategory,
  type ListChoices,
  readFilterName,
  toFilterAddress,
} from './list-search.ts';

type ListToolbarProps = Pick<ListChoices, 'filter' | 'secondFilter'> & {
  search: ListSearch;
  onChange: ChangeSearch<ListSearch>;
};

export function ListToolbar({ search, onChange, filter, secondFilter }: ListToolbarProps) {
  const shownFilters = [filter, secondFilter].filter((one) => one !== undefined);
  return (
    <FilterBar
      search={<SearchText value={search.q ?? ''} onChange={(q) => onChange({ q })} />}
      filters={shownFilters.map((one) =>
        makeChoiceFilter({
          label: one.label,
          all: one.all,
          choices: one.choices,
          value: findChosenCategory(one, search),
          onChange: (chosen) => onChange({ [readFilterName(one)]: toFilterAddress(one, chosen) }),
        }),
      )}
    />
  );
}

type SearchTextProps = {
  value: string;
  onChange: (value: string) => void;
  /** Help text for the search, in its tooltip and for screen readers. */
  help?: string | undefined;
};

export function SearchText({ value, onChange, help }: SearchTextProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  const settledSearchText = useDebounced(typed.trim());
  const applyTypedSearch = useEffectEvent(() => {
    if (settledSearchText === typed.trim() && settledSearchText !== value) onChange(settledSearchText);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed changes the search
  useEffect(applyTypedSearch, [settledSearchText]);

  return (
    <SearchBox
      className="min-w-0 flex-1 md:max-w-80 md:flex-[2_1_9rem]"
      title={help}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
