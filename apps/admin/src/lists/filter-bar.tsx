import { Button } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { useMediaQueryMatch } from '@institute/ui/media.ts';
import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { FilterControl } from './filter.tsx';

type FilterBarProps = {
  search?: ReactNode;
  /**
   * The most used filter comes first. On wide screens it stands beside the search, on phones with the other
   * filters.
   */
  filters: FilterControl[];
};

/** Search and filters in the first line of a list. A button opens all filters but the first, and counts those in use. */
export function FilterBar({ search, filters }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQueryMatch('(max-width: 767px)');
  const filterButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const firstFilter = isPhone ? undefined : filters[0];
  const foldedFilters = firstFilter ? filters.slice(1) : filters;
  const usedFilters = foldedFilters.filter(({ chosen }) => chosen !== undefined);
  return (
    <search className="order-1 flex basis-full flex-wrap gap-3 md:contents">
      {search}
      {firstFilter && <div className="w-39">{firstFilter.renderControl(firstFilter.label)}</div>}
      {foldedFilters.length > 0 && (
        <Button
          ref={filterButton}
          variant="outline"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="md:px-3.5!"
        >
          <SlidersHorizontal aria-hidden />
          Filters
          {usedFilters.length > 0 && (
            <span className="min-w-6 rounded-full bg-green-ground px-1.5 text-sm text-on-green">
              {usedFilters.length}
              <span className="sr-only"> in use</span>
            </span>
          )}
        </Button>
      )}
      {isOpen && (
        <div id={id} className="grid basis-full grid-cols-2 gap-3 md:order-2 md:grid-cols-4">
          {foldedFilters.map(({ label, error, renderControl }) => (
            <Field key={label} label={label} error={error}>
              {renderControl()}
            </Field>
          ))}
        </div>
      )}
      {usedFilters.length > 0 && (
        <ul aria-label="Filters in use" className="flex basis-full flex-wrap gap-x-2 md:order-2 md:gap-y-3">
          {usedFilters.map((filter) => (
            <li key={filter.label} className="min-w-0">
              <FilterChip
                {...filter}
                onClear={() => {
                  filter.clear();
                  filterButton.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** A chip that removes its filter. Its pressable area is larger than the chip, so that the line stays low. */
const FilterChip = ({ label, chosen, onClear }: FilterControl & { onClear: () => void }) => (
  <button
    type="button"
    title={chosen}
    onClick={onClear}
    className="group flex min-h-11 max-w-full items-center rounded-full md:-my-2"
  >
    <span className="flex min-w-0 items-center gap-1 rounded-full bg-sand px-3 py-0.5 text-sm group-hover:bg-line">
      <span className="max-w-72 truncate">
        <span className="sr-only">Remove </span>
        {label}: <b className="font-semibold">{chosen}</b>
      </span>
      <X className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
    </span>
  </button>
);
