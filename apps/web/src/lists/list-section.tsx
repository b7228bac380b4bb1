import { ButtonLink } from '@institute/ui/button-link.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Section } from '@institute/ui/section.tsx';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { foundText } from './list-choice.ts';
import { ListFilter } from './list-filter.tsx';
import { ShowMore } from './show-more.tsx';

type ListSectionProps<T> = {
  /** The page of the list, and the part of it that the filter leads back to. */
  path: NonNullable<LinkProps['to']>;
  id: string;
  label: string;
  title?: string;
  pages: ComponentProps<typeof ShowMore> & { items: T[] | undefined; total: number | undefined };
  filter: Omit<ComponentProps<typeof ListFilter>, 'action' | 'found'>;
  /** What is counted: "1 item found", "12 items found". */
  counted: readonly [one: string, many?: string];
  /** When nothing matches the filter. `all` is the link to the whole list. */
  empty: { title: string; all: string; icon?: LucideIcon };
  /** Until the first page is loaded. */
  skeleton: ReactNode;
  /** Shows the items, of which there is at least one. */
  children: (items: T[]) => ReactNode;
};

/** A public list with its filter and its number of matches, page after page. */
export function ListSection<T>({
  path,
  id,
  label,
  title,
  pages,
  filter,
  counted: [one, many],
  empty,
  skeleton,
  children,
}: ListSectionProps<T>) {
  const { items, total, isError, isFetching, refetch } = pages;
  return (
    <Section id={id} aria-label={label} title={title}>
      <ListFilter
        {...filter}
        action={`${path}#${id}`}
        found={total === undefined ? undefined : foundText(total, one, many)}
      />
      {items && items.length > 0 && children(items)}
      {items?.length === 0 && (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={
            <ButtonLink to={path} hash={id} variant="outline" onClick={() => focusSection(id)}>
              {empty.all}
            </ButtonLink>
          }
        />
      )}
      {!items && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
      {!items && !isError && skeleton}
      {items && <ShowMore {...pages} />}
    </Section>
  );
}

/** The link removes itself with the filter, and the focus would be lost. */
function focusSection(id: string) {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
