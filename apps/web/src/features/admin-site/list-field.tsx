import { capitalise } from '@institute/contract/rules';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button, IconButton } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { emptyOf, type ListDescription, mayHold } from './description.ts';

type ListFieldProps = {
  name: string;
  of: ListDescription;
  /** The fields of one entry, by their path and by what the entry is called. */
  children: (path: string, label: string) => ReactNode;
};

/** A list whose entries are put in order by buttons; as many can be added and removed as its schema allows. */
export function ListField({ name, of, children }: ListFieldProps) {
  const { title, one, item } = of;
  const { control } = useFormContext();
  const { fields, append, remove, move } = useFieldArray({ control, name });
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ to: number; does: string } | null>(null);

  // an entry that is put elsewhere in the page loses the focus of its button
  useEffect(() => {
    if (!moved) return;
    const entry = list.current?.children[moved.to];
    entry?.querySelector<HTMLElement>(`[data-does="${moved.does}"]`)?.focus();
  }, [moved]);

  const go = (from: number, step: 1 | -1) => {
    const to = from + step;
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    setMoved({ to, does: step < 0 ? 'up' : 'down' });
  };

  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <Heading level={name.includes('.') ? 3 : 2} size="card">
        {title}
      </Heading>
      <p aria-live="polite" className="sr-only">
        {moved && `Moved to place ${moved.to + 1} of ${fields.length}`}
      </p>
      <ol ref={list} className="flex flex-col gap-3">
        {fields.map(({ id }, at) => (
          <Entry
            key={id}
            name={`${one} ${at + 1}`}
            place={at}
            last={fields.length - 1}
            onMove={go}
            onRemove={mayHold(of, fields.length - 1) ? () => remove(at) : undefined}
          >
            {children(`${name}.${at}`, `${capitalise(one)} ${at + 1}`)}
          </Entry>
        ))}
      </ol>
      {mayHold(of, fields.length + 1) && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => append(emptyOf(item))}>
          <Plus aria-hidden />
          Add {one}
        </Button>
      )}
    </section>
  );
}

type EntryProps = {
  /** "slide 2" */
  name: string;
  place: number;
  last: number;
  onMove: (from: number, step: 1 | -1) => void;
  onRemove: (() => void) | undefined;
  children: ReactNode;
};

/** One entry, with what can be done with it. A button that leads nowhere keeps its place and the focus. */
function Entry({ name, place, last, onMove, onRemove, children }: EntryProps) {
  return (
    <li>
      <fieldset className="flex min-w-0 flex-col gap-4 rounded-control border border-line bg-card p-4">
        <legend className="sr-only">{capitalise(name)}</legend>
        <div className="-my-2 flex items-center">
          <span aria-hidden className="mr-auto text-sm font-semibold text-muted">
            {capitalise(name)}
          </span>
          <IconButton
            label={`Move ${name} up`}
            data-does="up"
            aria-disabled={place === 0}
            onClick={() => onMove(place, -1)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${name} down`}
            data-does="down"
            aria-disabled={place === last}
            onClick={() => onMove(place, 1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
          {onRemove && (
            <IconButton label={`Remove ${name}`} className="text-clay-deep" onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
        {children}
      </fieldset>
    </li>
  );
}
