import { capitalise } from '@institute/contract/text';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { MoveButtons, useListMoves } from '../../forms/move-button.tsx';
import { type ListDescription, makeEmptyItem, mayListHoldCount } from './description.ts';

/** Has a reason only at the path where the locked setting begins: fields within are locked without one. */
export type FieldLock = { reason?: string };

type ListFieldProps = {
  name: string;
  of: ListDescription;
  lock: FieldLock | undefined;
  level: 2 | 3;
  children: (path: string, label: string) => ReactNode;
};

export function ListField({ name, of, lock, level, children }: ListFieldProps) {
  const { title, one, item } = of;
  const isListLocked = lock !== undefined;
  const { control } = useFormContext();
  const { fields, append, prepend, remove, move } = useFieldArray({ control, name });
  const { list, done, setDone, markMoved } = useListMoves();

  const moveItem = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    markMoved(capitalise(one), from, to, fields.length);
  };
  const removeItem = (at: number) => {
    remove(at);
    const focusedEntryIndex = Math.min(at, fields.length - 2);
    setDone({
      at: focusedEntryIndex,
      focus: focusedEntryIndex < 0 ? 'add' : 'up',
      words: `${capitalise(one)} ${at + 1} removed`,
    });
  };

  const isListFull = !mayListHoldCount(name, fields.length + 1);
  const needsSecondAddButton = fields.length > ('fields' in item ? 1 : 6);
  const renderAddButton = (add: typeof append) => (
    <Button
      variant="outline"
      size="sm"
      className="self-start"
      data-does="add"
      // The button stays focusable, because a disabled button would lose the focus after the last entry was
      // added
      aria-disabled={isListFull}
      onClick={() => !isListFull && add(makeEmptyItem(item))}
    >
      {!isListFull && <Plus aria-hidden />}
      {isListFull ? `At most ${fields.length}` : `Add ${one}`}
    </Button>
  );

  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading level={level} size="card">
          {title}
        </Heading>
        {!isListLocked && needsSecondAddButton && !isListFull && renderAddButton(prepend)}
      </div>
      {lock?.reason && <p className="max-w-text text-muted">{lock.reason}</p>}
      {'hint' in item && item.hint && <p className="max-w-text text-muted">{item.hint}</p>}
      <p aria-live="polite" className="sr-only">
        {done?.words}
      </p>
      <ol ref={list} className="flex flex-col gap-3">
        {fields.map(({ id }, at) => (
          <ListEntry
            key={id}
            name={`${one} ${at + 1}`}
            isNamed={'fields' in item}
            isLocked={isListLocked}
            place={at}
            last={fields.length - 1}
            onMove={moveItem}
            onRemove={mayListHoldCount(name, fields.length - 1) ? () => removeItem(at) : undefined}
          >
            {children(`${name}.${at}`, `${capitalise(one)} ${at + 1}`)}
          </ListEntry>
        ))}
      </ol>
      {!isListLocked && renderAddButton(append)}
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
  onMove: (from: number, to: number) => void;
  onRemove: (() => void) | undefined;
  children: ReactNode;
};

/** A single field and its buttons are one row. */
function ListEntry({ name, isNamed, isLocked, place, last, onMove, onRemove, children }: EntryProps) {
  const entryButtons = !isLocked && (
    <>
      <MoveButtons name={name} place={place} last={last} onMove={onMove} />
      {onRemove && (
        <IconButton label={`Remove ${name}`} className="text-clay-deep" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </>
  );
  return (
    <li>
      <fieldset
        className={cx(
          'flex min-w-0',
          isNamed ? 'flex-col gap-4 rounded-control border border-line bg-card p-4' : 'items-start',
        )}
      >
        <legend className="sr-only">{capitalise(name)}</legend>
        {isNamed && (
          <div className={cx('flex items-center', !isLocked && '-my-2')}>
            <span aria-hidden className="mr-auto text-sm font-semibold text-muted">
              {capitalise(name)}
            </span>
            {entryButtons}
          </div>
        )}
        {isNamed ? children : <div className="min-w-0 grow">{children}</div>}
        {!isNamed && <div className="mt-7.5 flex">{entryButtons}</div>}
      </fieldset>
    </li>
  );
}
