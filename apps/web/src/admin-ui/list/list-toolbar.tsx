import { useEffect, useState } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { filterName, type ListFilter } from './list-query.ts';
import type { ListSearch } from './list-search.ts';

const TYPING_MS = 300;

type ListToolbarProps = {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  filter: ListFilter | undefined;
  statusFilter?: ListFilter | undefined;
};

/** Search box of a list, with the filters that it has. */
export function ListToolbar({ search, onSearch, filter, statusFilter }: ListToolbarProps) {
  return (
    <search className="flex flex-col gap-3 md:flex-row">
      <SearchText value={search.q ?? ''} onChange={(q) => onSearch({ ...search, q, page: undefined })} />
      {[filter, statusFilter].map(
        (shown) =>
          shown && (
            <Select
              key={shown.label}
              aria-label={shown.label}
              className="md:w-52"
              value={search[filterName(shown)] ?? shown.choices[0]?.value}
              onChange={({ target }) =>
                onSearch({ ...search, [filterName(shown)]: target.value, page: undefined })
              }
            >
              {shown.choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          ),
      )}
    </search>
  );
}

type SearchTextProps = {
  value: string;
  onChange: (value: string) => void;
  /** Id of the text that says what the search covers. */
  describedBy?: string | undefined;
};

/** A search box that follows the address, and updates it when typing pauses. */
export function SearchText({ value, onChange, describedBy }: SearchTextProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  });

  return (
    <SearchBox
      className="max-w-full md:w-80"
      aria-describedby={describedBy}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
