import { pageFolder } from '@institute/contract/pages.constants';
import { type MenuPath, menuLabels } from '@institute/contract/site.constants';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { useController } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { PublishBadge } from '../../content/publishing.tsx';
import { firstMessage } from '../../forms/field-errors.ts';
import { MoveButtons, useMoves } from './move-button.tsx';

type Entry = { entry: string; hidden: boolean };

const LIMIT = 100;

/** Own pages that the menu does not name follow by position; those gone are forgotten. */
function useEntries() {
  const { field, fieldState } = useController<{ menu: Entry[] }, 'menu'>({ name: 'menu' });
  const { data, isPending } = admin.pages.list.useQuery({
    inMenu: true,
    sort: 'position',
    limit: LIMIT,
    offset: 0,
  });
  const pages = new Map(data?.items.map((page) => [`${pageFolder}/${page.path}`, page]));
  const named = field.value.filter(({ entry }) => !data || entry in menuLabels || pages.has(entry));
  const others = [...pages.keys()].filter((entry) => !named.some((other) => other.entry === entry));
  return {
    entries: [...named, ...others.map((entry) => ({ entry, hidden: false }))],
    pages,
    isPending,
    change: field.onChange,
    fault: firstMessage(fieldState.error),
  };
}

export function MenuPart() {
  const { entries, pages, isPending, change, fault } = useEntries();
  const { list, done, markMoved } = useMoves();

  const moveEntry = (from: number, to: number, name: string) => {
    const entry = entries[from];
    if (!entry || to < 0 || to >= entries.length) return;
    const others = entries.filter((other) => other !== entry);
    change([...others.slice(0, to), entry, ...others.slice(to)]);
    markMoved(name, from, to, entries.length);
  };

  return (
    <section aria-label="Menu" className="flex flex-col gap-3">
      <Heading level={2} size="card">
        Menu
      </Heading>
      <p className="max-w-text text-muted">
        The order of the pages at the top of the site and in its drawer. A page that has nothing to show yet
        is left out by itself, and comes with its first item. Alumni stand in the drawer only.
      </p>
      <p aria-live="polite" className="sr-only">
        {done?.words}
      </p>
      {/* Rows come with the own pages, so that no button changes its name or its place under a finger. */}
      {isPending ? (
        <Skeletons heights={['h-96']} />
      ) : (
        <ol ref={list} className="divide-y divide-line rounded-control border border-line bg-card">
          {entries.map(({ entry, hidden }, at) => {
            const page = pages.get(entry);
            const name = page?.title ?? menuLabels[entry as MenuPath] ?? entry;
            return (
              <li key={entry} className="flex min-h-12 items-center gap-2 pl-4">
                <span className="mr-auto min-w-0 py-2">
                  <span title={name} className="line-clamp-2 wrap-anywhere">
                    {name}
                  </span>
                  {page && <PublishBadge item={page} />}
                </span>
                {entry !== '/' && (
                  <Checkbox
                    checked={hidden}
                    onChange={({ target }) =>
                      change(
                        entries.map((other) =>
                          other.entry === entry ? { entry, hidden: target.checked } : other,
                        ),
                      )
                    }
                    label={
                      <>
                        Hide<span className="sr-only"> {name}</span>
                      </>
                    }
                  />
                )}
                <MoveButtons
                  name={name}
                  place={at}
                  last={entries.length - 1}
                  onMove={(from, to) => moveEntry(from, to, name)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <FieldError>{fault}</FieldError>
    </section>
  );
}
