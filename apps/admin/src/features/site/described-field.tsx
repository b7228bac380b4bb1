import { Heading } from '@institute/ui/heading.tsx';
import { readImageSource } from '@institute/ui/image-source.ts';
import { createContext, use } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { ChoiceField, LongTextField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx';
import { DocumentField } from '../../images/document-field.tsx';
import { ImageField } from '../../images/image-field.tsx';
import type { Description, GroupDescription, SingleDescription } from './description.ts';
import { IconField } from './icon-field.tsx';
import { type FieldLock, ListField } from './list-field.tsx';
import { findLock, type SiteWriter } from './locks.ts';
import { SmsField } from './sms-field.tsx';

const WriterContext = createContext<SiteWriter>({ isOwner: false });
export const WriterProvider = WriterContext.Provider;

type DescribedFieldProps<D extends Description> = { name: string; of: D; level?: 2 | 3 };

export function DescribedField({ name, of, level = 2 }: DescribedFieldProps<Description>) {
  const fieldLock = useLock(name);
  if ('item' in of) {
    return (
      <ListField name={name} of={of} lock={fieldLock} level={level}>
        {(entry, label) =>
          'fields' in of.item ? (
            <GroupFields name={entry} of={of.item} />
          ) : (
            <SingleField name={`${entry}.value`} of={describeEntry(of.item, label)} />
          )
        }
      </ListField>
    );
  }
  if (!('fields' in of)) return <SingleField name={name} of={of} />;
  return (
    <section aria-label={of.title} className="flex flex-col gap-4">
      {of.title && (
        <Heading level={level} size="card">
          {of.title}
        </Heading>
      )}
      {fieldLock?.reason && <p className="max-w-text text-muted">{fieldLock.reason}</p>}
      {of.hint && <p className="max-w-text text-muted">{of.hint}</p>}
      <GroupFields name={name} of={of} level={of.title ? 3 : level} />
    </section>
  );
}

/** An entry has no hint, because the list shows the hint once, above its entries. */
const describeEntry = ({ hint: _, ...item }: SingleDescription, label: string) => ({ ...item, label });

function GroupFields({ name, of, level }: DescribedFieldProps<GroupDescription>) {
  return Object.entries(of.fields).map(([field, described]) => (
    <DescribedField key={field} name={`${name}.${field}`} of={described} level={level} />
  ));
}

const useLock = (name: string): FieldLock | undefined => findLock(name, use(WriterContext));

/**
 * Warns about a small picture. The address of a stored picture contains its size; the size of another site's
 * picture is unknown.
 */
function SmallPictureNote({ name, smallest }: { name: string; smallest: number }) {
  const address: unknown = useWatch({ name });
  const { width = smallest, height = smallest } = readImageSource(String(address ?? ''));
  if (Math.min(width, height) >= smallest) return null;
  return (
    <p role="status" className="-mt-3 text-sm text-clay-deep">
      {`This picture has ${width} × ${height} pixels and will look blurred. Choose one with at least ${smallest} in width and height.`}
    </p>
  );
}

function SingleField({ name, of }: DescribedFieldProps<SingleDescription>) {
  const lock = useLock(name);
  const isLocked = lock !== undefined;
  const { kind, label, hint, optional, choices = [], alt, fit, smallest, isDrawn } = of;
  const fieldProps = {
    name,
    label,
    required: !optional,
    hint: lock?.reason ?? hint,
  };
  switch (kind) {
    case 'line':
      return <TextField<FieldValues> {...fieldProps} readOnly={isLocked} />;
    case 'text':
      return <LongTextField<FieldValues> {...fieldProps} rows={3} readOnly={isLocked} />;
    case 'number':
      return (
        <NumberField<FieldValues>
          {...fieldProps}
          min={0}
          step={1}
          readOnly={isLocked}
          className={hint ? 'max-w-md' : 'max-w-48'}
        />
      );
    case 'choice':
      return isLocked ? null : <ChoiceField<FieldValues> {...fieldProps} choices={choices} />;
    case 'switch':
      return isLocked ? null : <SwitchField<FieldValues> {...fieldProps} />;
    case 'image':
      return (
        <>
          <ImageField
            name={name}
            legend={label}
            hint={hint}
            required={!optional}
            fit={fit}
            isDrawn={isDrawn}
            altName={alt && name.replace(/[^.]+$/, alt)}
          />
          {smallest && <SmallPictureNote name={name} smallest={smallest} />}
        </>
      );
    case 'icon':
      return <IconField name={name} legend={label} hint={hint} />;
    case 'document':
      // A file input has no read-only state, so a locked one shows its value as text
      return isLocked ? (
        <TextField<FieldValues> {...fieldProps} readOnly />
      ) : (
        <DocumentField name={name} label={label} />
      );
    case 'sms':
      return <SmsField {...fieldProps} readOnly={isLocked} />;
    case 'unseen':
    case 'key':
      return null;
  }
}
