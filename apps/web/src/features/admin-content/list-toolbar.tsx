import { capitalise } from '@institute/contract/rules';
import { useEffect, useState } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import type { ListSearch } from './list-search.ts';

const TYPING_MS = 300;

type ListToolbarProps = {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  categories: readonly string[] | undefined;
};

/** What narrows a list: a search text, and a category where there are any. */
export function ListToolbar({ search, onSearch, categories }: ListToolbarProps) {
  return (
    <search className="flex flex-col gap-3 md:flex-row">
      <SearchText value={search.q ?? ''} onChange={(q) => onSearch({ ...search, q, page: undefined })} />
      {categories && (
        <Select
          aria-label="Category"
          className="md:w-52"
          value={search.category ?? ''}
          onChange={({ target }) => onSearch({ ...search, category: target.value, page: undefined })}
        >
          <option value="">All categories</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {capitalise(category)}
            </option>
          ))}
        </Select>
      )}
    </search>
  );
}

/** Follows the address, and changes it when the typing has paused. */
function SearchText({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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

  return <SearchBox className="md:w-80" value={typed} onChange={({ target }) => setTyped(target.value)} />;
}
