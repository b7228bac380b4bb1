import { capitalise } from '@institute/contract/text';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { emptyItem, type ListDescription, mayHold } from './description.ts';

/** `focus` is the button to focus after the change. */
type Done = { at: number; focus: 'up' | 'down' | 'add'; words: string };

/** Only the path where the locked setting begins has the reason. */
export type Lock = { reason?: string };

type ListFieldProps = {
  name: string;
  of: ListDescription;
  lock: Lock | undefined;
  level: 2 | 3;
  children: (path: string, label: string) => ReactNode;
};

export function ListField({ name, of, lock, level, children }: ListFieldProps) {
  const { title, one, item } = of;
  const isLocked = lock !== undefined;
  const { control } = useFormContext();
  const { fields, append, remove, move } = useFieldArray({ control, name });
  const list = useRef<HTMLOListElement>(null);
  const [done, setDone] = useState<Done | null>(null);

  // A moved or removed entry loses the focus.
  useEffect(() => {
    if (!done) return;
    const entry = list.current?.children[done.at] ?? list.current?.parentElement;
    entry?.querySelector<HTMLElement>(`[data-does="${done.focus}"]`)?.focus();
  }, [done]);

  const moveItem = (from: number, step: 1 | -1) => {
    const to = from + step;
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    const words = `${capitalise(one)} moved to place ${to + 1} of ${fields.length}`;
    setDone({ at: to, focus: step < 0 ? 'up' : 'down', words });
  };
  const dropItem = (at: number) => {
    remove(at);
    const next = Math.min(at, fields.length - 2);
    setDone({ at: next, focus: next < 0 ? 'add' : 'up', words: `${capitalise(one)} ${at + 1} removed` });
  };

  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <Heading level={level} size="card">
        {title}
      </Heading>
      {lock?.reason && <p className="max-w-text text-muted">{lock.reason}</p>}
      <p aria-live="polite" className="sr-only">
        {done?.words}
      </p>
      <ol ref={list} className="flex flex-col gap-3">
        {fields.map(({ id }, at) => (
          <Entry
            key={id}
            name={`${one} ${at + 1}`}
            isNamed={'fields' in item}
            isLocked={isLocked}
            place={at}
            last={fields.length - 1}
            onMove={moveItem}
            onRemove={mayHold(of, fields.length - 1) ? () => dropItem(at) : undefined}
          >
            {children(`${name}.${at}`, `${capitalise(one)} ${at + 1}`)}
          </Entry>
        ))}
      </ol>
      {!isLocked && mayHold(of, fields.length + 1) && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          data-does="add"
          onClick={() => append(emptyItem(item))}
        >
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
  isNamed: boolean;
  isLocked: boolean;
  place: number;
  last: number;
  onMove: (from: number, step: 1 | -1) => void;
  onRemove: (() => void) | undefined;
  children: ReactNode;
};

/** A button without effect stays enabled, so that it keeps the focus. */
function Entry({ name, isNamed, isLocked, place, last, onMove, onRemove, children }: EntryProps) {
  return (
    <li>
      <fieldset className="flex min-w-0 flex-col gap-4 rounded-control border border-line bg-card p-4">
        <legend className="sr-only">{capitalise(name)}</legend>
        <div className={cx('flex items-center', isLocked ? !isNamed && 'hidden' : '-my-2')}>
          <span aria-hidden className="mr-auto text-sm font-semibold text-muted">
            {isNamed && capitalise(name)}
          </span>
          {!isLocked && (
            <>
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
            </>
          )}
          {onRemove && !isLocked && (
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
