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
import { findFieldLock, type SiteWriter } from './locks.ts';
import { SmsField } from './sms-field.tsx';

const WriterContext = createContext<SiteWriter>({ isOwner: false });
export const WriterProvider = WriterContext.Provider;

type DescribedFieldProps<D extends Description> = { name: string; of: D; level?: 2 | 3 };

export function DescribedField({ name, of, level = 2 }: DescribedFieldProps<Description>) {
  const fieldLock = useFieldLock(name);
  if ('item' in of) {
    return (
      <ListField name={name} of={of} lock={fieldLock} level={level}>
        {(entry, label) =>
          'fields' in of.item ? (
            <GroupFields name={entry} of={of.item} />
          ) : (
            <SingleField name={`${entry}.value`} of={describeListEntry(of.item, label)} />
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
const describeListEntry = ({ hint: _, ...item }: SingleDescription, label: string) => ({ ...item, label });

function GroupFields({ name, of, level }: DescribedFieldProps<GroupDescription>) {
  return Object.entries(of.fields).map(([field, described]) => (
    <DescribedField key={field} name={`${name}.${field}`} of={described} level={level} />
  ));
}

const useFieldLock = (name: string): FieldLock | undefined => findFieldLock(name, use(WriterContext));

/**
 * Warns about a small picture. The address of a stored picture contains its size; the size of another site's
 * picture is unknown.
 */
function SmallPictureNote({ name, smallest }: { name: string; smallest: number }) {
  const pictureAddress: unknown = useWatch({ name });
  const { width = smallest, height = smallest } = readImageSource(String(pictureAddress ?? ''));
  if (Math.min(width, height) >= smallest) return null;
  return (
    <p role="status" className="-mt-3 text-sm text-clay-deep">
      {`This picture has ${width} × ${height} pixels and will look blurred. Choose one with at least ${smallest} in width and height.`}
    </p>
  );
}

function SingleField({ name, of }: DescribedFieldProps<SingleDescription>) {
  const settingLock = useFieldLock(name);
  const isSettingLocked = settingLock !== undefined;
  const { kind, label, hint, optional, choices = [], alt, fit, smallest, isDrawn } = of;
  const settingFieldProps = {
    name,
    label,
    required: !optional,
    hint: settingLock?.reason ?? hint,
  };
  switch (kind) {
    case 'line':
      return <TextField<FieldValues> {...settingFieldProps} readOnly={isSettingLocked} />;
    case 'text':
      return <LongTextField<FieldValues> {...settingFieldProps} rows={3} readOnly={isSettingLocked} />;
    case 'number':
      return (
        <NumberField<FieldValues>
          {...settingFieldProps}
          min={0}
          step={1}
          readOnly={isSettingLocked}
          className={hint ? 'max-w-md' : 'max-w-48'}
        />
      );
    case 'choice':
      return isSettingLocked ? null : <ChoiceField<FieldValues> {...settingFieldProps} choices={choices} />;
    case 'switch':
      return isSettingLocked ? null : <SwitchField<FieldValues> {...settingFieldProps} />;
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
      return isSettingLocked ? (
        <TextField<FieldValues> {...settingFieldProps} readOnly />
      ) : (
        <DocumentField name={name} label={label} />
      );
    case 'sms':
      return <SmsField {...settingFieldProps} readOnly={isSettingLocked} />;
    case 'unseen':
    case 'key':
      return null;
  }
}
