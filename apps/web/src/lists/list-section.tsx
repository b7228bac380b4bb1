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
  /** The page of the list. The filter leads back to the element `id`. */
  path: NonNullable<LinkProps['to']>;
  id: string;
  label: string;
  title?: string;
  pages: ComponentProps<typeof ShowMore> & { items: T[] | undefined; total: number | undefined };
  filter: Omit<ComponentProps<typeof ListFilter>, 'action' | 'found'>;
  counted: readonly [one: string, many?: string];
  empty: { title: string; all: string; icon?: LucideIcon };
  skeleton: ReactNode;
  children: (items: T[]) => ReactNode;
};

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

/** The link disappears with the filter, and the focus would be lost. */
function focusSection(id: string) {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
