import { programCategories } from '@institute/contract/constants';
import { capitalise } from '@institute/contract/rules';
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { chosenCategory, type ProgramFilter } from './program-filter.ts';

const TYPING_PAUSE_MS = 250;

type CatalogFilterProps = { filter: ProgramFilter; onFilter: (filter: ProgramFilter) => void };

/** A plain GET form, which scripts make answer while one types. The controls keep what they hold themselves. */
export function CatalogFilter({ filter, onFilter }: CatalogFilterProps) {
  const select = useRef<HTMLSelectElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const category = chosenCategory(filter) ?? 'all';
  const q = filter.q ?? '';

  const apply = () => {
    clearTimeout(pause.current);
    if (!select.current || !search.current) return;
    const chosen = { category: select.current.value, q: search.current.value };
    if (chosen.category !== category || chosen.q !== q) onFilter(chosen);
  };
  const applyLatest = useEffectEvent(apply);
  const applySoon = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => applyLatest(), TYPING_PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };

  // a visitor may have been faster than the scripts
  useEffect(() => applyLatest(), []);
  useEffect(() => {
    if (select.current) select.current.value = category;
    if (search.current && search.current !== document.activeElement) search.current.value = q;
  }, [category, q]);
  useEffect(() => () => clearTimeout(pause.current), []);

  return (
    <form
      method="get"
      action="/programs#catalog"
      onSubmit={submit}
      className="grid grow items-end gap-4 sm:grid-cols-[1fr_2fr_auto]"
    >
      <Field label="Category">
        <Select ref={select} name="category" defaultValue={category} onChange={apply}>
          <option value="all">All</option>
          {programCategories.map((name) => (
            <option key={name} value={name}>
              {capitalise(name)}
            </option>
          ))}
        </Select>
      </Field>
      <SearchBox
        ref={search}
        name="q"
        showLabel
        defaultValue={q}
        placeholder="Name or topic"
        onChange={applySoon}
      />
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </form>
  );
}
