import { capitalise } from '@institute/contract/text';
import { Button } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { cx } from '@institute/ui/cx.ts';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { SearchBox } from '@institute/ui/search-box.tsx';
import { Section } from '@institute/ui/section.tsx';
import { Select } from '@institute/ui/select.tsx';
import { type LinkProps, ScriptOnce, useNavigate } from '@tanstack/react-router';
import { type LucideIcon, SearchX } from 'lucide-react';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { EmptySection, LoadedItems } from './cards.tsx';
import { findChosenCategory, findChosenOrder, formatFoundCount, type ListChoice } from './list-choice.ts';
import { ShowMore } from './show-more.tsx';

type ListSectionProps<T> = {
  className?: string;
  /** The path of the list's page. A submitted filter returns to the element `id` of that page. */
  path: NonNullable<LinkProps['to']>;
  id: string;
  label: string;
  title?: string;
  pages: ComponentProps<typeof ShowMore> & {
    data: T[] | undefined;
    total: number | undefined;
    isPrevious: boolean;
  };
  filter: Omit<ComponentProps<typeof ListFilter>, 'action' | 'found'>;
  counted: readonly [one: string, many?: string];
  empty: { title: string; all: string; icon?: LucideIcon };
  skeleton: ReactNode;
  /** True when the page has other content to show while the list was never filled. */
  isOptional?: boolean;
  children: (items: T[]) => ReactNode;
};

export function ListSection<T>({
  className,
  path,
  id,
  label,
  title,
  pages,
  filter,
  counted: [one, many],
  empty,
  skeleton,
  isOptional,
  children,
}: ListSectionProps<T>) {
  const { total, isPrevious } = pages;
  const { category, q, sort } = filter.choice;
  if (total === 0 && !isPrevious && ![category, q, sort].some(Boolean))
    return isOptional ? null : <EmptySection id={id} className={className} />;
  return (
    <Section id={id} aria-label={label} title={title} className={className}>
      <ListFilter
        {...filter}
        action={`${path}#${id}`}
        found={total === undefined ? undefined : formatFoundCount(total, one, many)}
      />
      <LoadedItems
        list={pages}
        empty={
          <EmptyState
            icon={empty.icon ?? SearchX}
            title={empty.title}
            action={
              <ButtonLink to={path} hash={id} variant="outline" onClick={() => focusSection(id)}>
                {empty.all}
              </ButtonLink>
            }
          />
        }
        skeleton={skeleton}
      >
        {children}
      </LoadedItems>
      {pages.data && <ShowMore {...pages} />}
    </Section>
  );
}

/** Moves the focus to the section, because the focused link disappears together with the filter. */
function focusSection(id: string) {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

const TYPING_PAUSE_MS = 250;

type ListFilterProps = {
  /** The form submits to this path without scripts. */
  action: string;
  categories: readonly string[];
  labelOf?: (category: string) => string;
  allLabel?: string;
  /** Orders of the list besides its usual one: the name in the address, and the label. */
  orders?: Record<string, string>;
  placeholder?: string;
  choice: ListChoice;
  found: string | undefined;
};

/**
 * A plain GET form, which scripts submit while the visitor types. The URL holds the filter; the controls are
 * uncontrolled.
 */
function ListFilter({
  action,
  categories,
  labelOf = capitalise,
  allLabel = 'All',
  orders,
  placeholder,
  choice,
  found,
}: ListFilterProps) {
  const chosenCategory = findChosenCategory(categories, choice) ?? 'all';
  const searchText = choice.q ?? '';
  const chosenSort = (orders && findChosenOrder(orders, choice)) ?? '';

  const { select, search, order, applyChoice, applySoon, submitChoice } = useListFilter({
    category: chosenCategory,
    q: searchText,
    sort: chosenSort,
  });

  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-2 sm:mb-6 sm:gap-4">
      <Form
        method="get"
        action={action}
        onSubmit={submitChoice}
        className={cx(
          'flex w-full flex-wrap items-end gap-2 sm:gap-4 lg:w-2/3',
          // Each field is first as wide as its longest label, in any language, and then takes the remaining
          // room
          'max-sm:[&_label]:sr-only',
        )}
      >
        <SearchBox
          ref={search}
          name="q"
          showLabel
          className="grow-2 basis-full sm:basis-60"
          defaultValue={searchText}
          placeholder={placeholder}
          onChange={applySoon}
        />
        <Field label="Category" className="grow">
          <Select
            ref={select}
            name="category"
            choices={[['all', allLabel], ...categories.map((name) => [name, labelOf(name)] as const)]}
            defaultValue={chosenCategory}
            onChange={applyChoice}
          />
        </Field>
        {orders && (
          <Field label="Sort" className="grow">
            <Select
              ref={order}
              name="sort"
              choices={[['', 'Our order'], ...Object.entries(orders)]}
              defaultValue={chosenSort}
              onChange={applyChoice}
            />
          </Field>
        )}
        <Button type="submit" className="without-script">
          Show
        </Button>
      </Form>
      {import.meta.env.SSR && (chosenCategory !== 'all' || searchText || chosenSort) && (
        <ScriptOnce>{`(${scrollToFilteredResults})()`}</ScriptOnce>
      )}
      <p role="status" className="flex min-h-6 items-center font-semibold lg:min-h-11">
        {found}
      </p>
    </div>
  );
}

/** Keeps the fields and the address in step. */
function useListFilter({ category, q, sort }: { category: string; q: string; sort: string }) {
  const navigate = useNavigate();
  const categorySelect = useRef<HTMLSelectElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const orderSelect = useRef<HTMLSelectElement>(null);
  const typingPause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const applyChoice = () => {
    clearTimeout(typingPause.current);
    if (!categorySelect.current || !searchInput.current) return;
    const chosenValues = {
      category: categorySelect.current.value,
      q: searchInput.current.value,
      sort: orderSelect.current?.value ?? '',
    };
    if (chosenValues.category === category && chosenValues.q === q && chosenValues.sort === sort) return;
    navigate({
      to: '.',
      search: {
        ...(chosenValues.category !== 'all' && { category: chosenValues.category }),
        ...(chosenValues.q && { q: chosenValues.q }),
        ...(chosenValues.sort && { sort: chosenValues.sort }),
      },
      hash: true,
      hashScrollIntoView: false,
      replace: true,
      resetScroll: false,
    });
  };
  const applyLatestChoice = useEffectEvent(applyChoice);
  const applyChoiceAfterPause = () => {
    clearTimeout(typingPause.current);
    typingPause.current = setTimeout(() => applyLatestChoice(), TYPING_PAUSE_MS);
  };
  const submitChoice = (event: FormEvent) => {
    event.preventDefault();
    applyChoice();
  };

  // The visitor may have typed before hydration
  useEffect(() => applyLatestChoice(), []);
  useEffect(() => {
    if (categorySelect.current) categorySelect.current.value = category;
    if (searchInput.current && searchInput.current !== document.activeElement) searchInput.current.value = q;
    if (orderSelect.current) orderSelect.current.value = sort;
  }, [category, q, sort]);
  useEffect(() => () => clearTimeout(typingPause.current), []);

  return {
    select: categorySelect,
    search: searchInput,
    order: orderSelect,
    applyChoice,
    applySoon: applyChoiceAfterPause,
    submitChoice,
  };
}

/** A shared URL with a filter opens at the results; the focus stays at the top. */
function scrollToFilteredResults() {
  const filterForm = document.currentScript?.previousElementSibling;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== 'navigate') return;
  addEventListener('DOMContentLoaded', () => filterForm?.scrollIntoView());
}
