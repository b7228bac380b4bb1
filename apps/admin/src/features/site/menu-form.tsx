import { type MenuPath, menuLabels } from '@institute/contract/site.constants';
import { IconButton } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';

type Menu = { menu: { entry: string; hidden: boolean }[] };
type Moved = { to: number; focus: 'up' | 'down'; words: string };

const readLabel = (entry: string) => menuLabels[entry as MenuPath] ?? entry;

/** A button without effect stays enabled, so that it keeps the focus. */
export function MenuPart() {
  const { control } = useFormContext<Menu>();
  const { fields, move } = useFieldArray({ control, name: 'menu' });
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<Moved>();

  // A moved entry loses the focus
  useEffect(() => {
    const entry = moved && list.current?.children[moved.to];
    entry?.querySelector<HTMLElement>(`[data-does="${moved?.focus}"]`)?.focus();
  }, [moved]);

  const moveEntry = (from: number, to: number, name: string) => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    const words = `${name} moved to place ${to + 1} of ${fields.length}`;
    setMoved({ to, focus: to < from ? 'up' : 'down', words });
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
        {moved?.words}
      </p>
      <ol ref={list} className="divide-y divide-line rounded-control border border-line bg-card">
        {fields.map(({ id, entry }, at) => {
          const name = readLabel(entry);
          return (
            <li key={id} className="flex min-h-12 items-center gap-2 pl-4">
              <span className="mr-auto min-w-0 wrap-anywhere">{name}</span>
              {entry !== '/' && (
                <Controller
                  control={control}
                  name={`menu.${at}.hidden`}
                  render={({ field: { value, ref: _, ...field } }) => (
                    <Checkbox
                      {...field}
                      checked={value}
                      label={
                        <>
                          Hide<span className="sr-only"> {name}</span>
                        </>
                      }
                    />
                  )}
                />
              )}
              <IconButton
                label={`Move ${name} up`}
                data-does="up"
                aria-disabled={at === 0}
                onClick={() => moveEntry(at, at - 1, name)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={`Move ${name} down`}
                data-does="down"
                aria-disabled={at === fields.length - 1}
                onClick={() => moveEntry(at, at + 1, name)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
