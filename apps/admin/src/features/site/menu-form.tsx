import type { SiteSettings } from '@institute/contract';
import { ownPagesFolder } from '@institute/contract/pages.constants';
import { type MenuPath, menuLabels } from '@institute/contract/site.constants';
import { Badge } from '@institute/ui/badge.tsx';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field, FieldError, Input } from '@institute/ui/field.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { useSite } from '../../api/site.ts';
import { PublishBadge } from '../../content/publishing.tsx';
import { findFirstMessage } from '../../forms/field-errors.ts';
import { MoveButtons, useListMoves } from '../../forms/move-button.tsx';

type MenuEntry = SiteSettings['menu'][number];

const MAX_MENU_ENTRIES = 100;

/** True for a link that the office named itself, also while its address is still being typed. */
const isLinkWithLabel = ({ label }: MenuEntry) => label !== undefined;

/**
 * The entries of the menu. Own pages that the menu does not list yet follow by position; entries of deleted
 * pages are dropped.
 */
function useMenuEntries() {
  const { field, fieldState } = useController<{ menu: MenuEntry[] }, 'menu'>({ name: 'menu' });
  const { data, isPending } = admin.pages.list.useQuery({
    inMenu: true,
    sort: 'position',
    limit: MAX_MENU_ENTRIES,
    offset: 0,
  });
  const pagesByAddress = new Map(data?.items.map((page) => [`${ownPagesFolder}/${page.path}`, page]));
  const listedEntries = field.value.filter(
    (item) => !data || isLinkWithLabel(item) || item.entry in menuLabels || pagesByAddress.has(item.entry),
  );
  const unlistedEntries = [...pagesByAddress.keys()].filter(
    (entry) => !listedEntries.some((other) => other.entry === entry),
  );
  const menuEntries: MenuEntry[] = [
    ...listedEntries,
    ...unlistedEntries.map((entry) => ({ entry, hidden: false })),
  ];
  return {
    entries: menuEntries,
    pages: pagesByAddress,
    isPending,
    change: field.onChange,
    fault: findFirstMessage(fieldState.error),
  };
}

export function MenuPart() {
  const { entries, pages, isPending, change, fault } = useMenuEntries();
  const { list, done, markMoved } = useListMoves();
  const { errors } = useFormState<{ menu: MenuEntry[] }>({ name: 'menu' });
  const { emptyPages } = useSite();

  const moveMenuEntry = (from: number, to: number, name: string) => {
    const movedEntry = entries[from];
    if (!movedEntry || to < 0 || to >= entries.length) return;
    const otherEntries = entries.filter((other) => other !== movedEntry);
    const [first, ...rest] = [...otherEntries.slice(0, to), movedEntry, ...otherEntries.slice(to)];
    // The first entry has no entry above it to which it could belong
    change(first ? [setEntryBelowPrevious(first, false), ...rest] : []);
    markMoved(name, from, to, entries.length);
  };
  const changeEntry = (at: number, changed: MenuEntry) =>
    change(entries.map((entry, place) => (place === at ? changed : entry)));
  const removeEntry = (at: number) => change(entries.filter((_, place) => place !== at));

  return (
    <section aria-label="Menu" className="flex flex-col gap-3">
      <Heading level={2} size="card">
        Menu
      </Heading>
      <p className="max-w-text text-muted">
        The order of the pages at the top of the site and in its drawer. Entries that have no room at the top
        stand under “More”. A page that has nothing to show yet is left out by itself, and comes with its
        first item. Alumni stand in the drawer only, unless they stand below another page.
      </p>
      <p aria-live="polite" className="sr-only">
        {done?.words}
      </p>
      {/* Entries render once the own pages are loaded, so that no button changes its name or place under a
        finger. */}
      {isPending ? (
        <Skeletons heights={['h-96']} />
      ) : (
        <ol ref={list} className="divide-y divide-line rounded-control border border-line bg-card">
          {entries.map((item, at) => {
            const pageOfEntry = pages.get(item.entry);
            const entryName =
              item.label ?? pageOfEntry?.title ?? menuLabels[item.entry as MenuPath] ?? item.entry;
            return (
              <MenuRow
                // The address of a link changes while it is typed
                key={isLinkWithLabel(item) ? `link ${at}` : item.entry}
                item={item}
                name={entryName}
                page={pageOfEntry}
                isEmpty={!pageOfEntry && emptyPages.includes(item.entry)}
                faults={errors.menu?.[at]}
                onChange={(changed) => changeEntry(at, changed)}
                isFirst={at === 0}
              >
                <MoveButtons
                  name={entryName}
                  place={at}
                  last={entries.length - 1}
                  onMove={(from, to) => moveMenuEntry(from, to, entryName)}
                />
                {isLinkWithLabel(item) && (
                  <IconButton
                    label={`Remove ${entryName}`}
                    className="text-clay-deep"
                    onClick={() => removeEntry(at)}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                )}
              </MenuRow>
            );
          })}
        </ol>
      )}
      <FieldError>{fault}</FieldError>
      {!isPending && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          aria-disabled={entries.length >= MAX_MENU_ENTRIES}
          onClick={() =>
            entries.length < MAX_MENU_ENTRIES && change([...entries, { entry: '', hidden: false, label: '' }])
          }
        >
          {entries.length < MAX_MENU_ENTRIES && <Plus aria-hidden />}
          {entries.length < MAX_MENU_ENTRIES ? 'Add link' : `At most ${MAX_MENU_ENTRIES}`}
        </Button>
      )}
    </section>
  );
}

const setEntryBelowPrevious = ({ below: _, ...item }: MenuEntry, isBelow: boolean): MenuEntry =>
  isBelow ? { ...item, below: true } : item;

type LinkFieldsProps = {
  item: MenuEntry;
  faults: { entry?: { message?: string }; label?: { message?: string } } | undefined;
  onChange: (item: MenuEntry) => void;
};

type MenuRowProps = LinkFieldsProps & {
  name: string;
  page: Parameters<typeof PublishBadge>[0]['item'] | undefined;
  isEmpty: boolean;
  isFirst: boolean;
  children: ReactNode;
};

function MenuRow({ item, name, page, isEmpty, isFirst, faults, onChange, children }: MenuRowProps) {
  const screenReaderName = <span className="sr-only"> {name}</span>;
  return (
    <li
      className={cx(
        'flex min-h-12 flex-wrap items-center gap-x-1 md:gap-x-2',
        item.below ? 'pl-10' : 'pl-3 md:pl-4',
      )}
    >
      {isLinkWithLabel(item) ? (
        <LinkFields item={item} faults={faults} onChange={onChange} />
      ) : (
        <span className="mr-auto min-w-0 py-2">
          <span title={name} className="line-clamp-2 wrap-anywhere">
            {name}
          </span>
          {page && <PublishBadge item={page} />}
        </span>
      )}
      {!item.hidden && isEmpty && <Badge tone="sun">Not shown: visitors have nothing to see there yet</Badge>}
      {/* The buttons wrap as a group, so that they form columns */}
      <span className="ml-auto flex flex-wrap items-center gap-x-1.5 md:gap-x-2">
        {item.entry !== '/' && (
          <>
            {!isFirst && (
              <Checkbox
                checked={item.below === true}
                onChange={({ target }) => onChange(setEntryBelowPrevious(item, target.checked))}
                label={<>Below{screenReaderName}</>}
              />
            )}
            <Checkbox
              checked={item.hidden}
              onChange={({ target }) => onChange({ ...item, hidden: target.checked })}
              label={<>Hide{screenReaderName}</>}
            />
          </>
        )}
        <span className="flex">{children}</span>
      </span>
    </li>
  );
}

const LinkFields = ({ item, faults, onChange }: LinkFieldsProps) => (
  <span className="mr-auto grid min-w-0 grow basis-full gap-3 py-2 pr-4 sm:grid-cols-2">
    <Field label="Name" required error={faults?.label?.message}>
      <Input
        value={item.label ?? ''}
        onChange={({ target }) => onChange({ ...item, label: target.value })}
        autoComplete="off"
      />
    </Field>
    <Field label="Address" required error={faults?.entry?.message}>
      <Input
        type="url"
        value={item.entry}
        onChange={({ target }) => onChange({ ...item, entry: target.value })}
        placeholder="/donations or https://"
        autoComplete="off"
      />
    </Field>
  </span>
);
