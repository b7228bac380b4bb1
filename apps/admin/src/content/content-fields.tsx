import { type ComponentProps, createElement, Fragment, type ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import {
  ChoiceField,
  type FieldProps,
  LongTextField,
  NumberField,
  SwitchField,
  TextField,
} from '../forms/fields.tsx';
import { ListField } from '../forms/list-field.tsx';
import { DocumentField } from '../images/document-field.tsx';
import { ImageField } from '../images/image-field.tsx';
import { capitaliseAll } from '../lists/choice.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import type { Labels } from '../versions/differences.ts';

export const required = { required: true };

export const stackFields = (...fields: ReactNode[]) => createElement(Fragment, null, ...fields);
export const arrangeInTwoColumns = (...fields: ReactNode[]) =>
  createElement('div', { className: 'grid gap-4 md:grid-cols-2' }, ...fields);

export const titleFields = (title: string, ...fields: ReactNode[]) => (
  <TitledSection title={title} className="gap-4">
    {stackFields(...fields)}
  </TitledSection>
);

/** The fields of a form, one line each: name, what is special. */
export function makeFields<V extends FieldValues>(labels: Labels<V>) {
  type Name = Path<V> & keyof V & string;
  type Text = Partial<ComponentProps<typeof TextField<V>>>;
  type LongText = Partial<ComponentProps<typeof LongTextField<V>>>;
  type NumberLimits = Omit<ComponentProps<typeof NumberField<V>>, 'name' | 'label'>;
  const makeListField =
    (separator: ',' | '\n', hint: string) =>
    (name: Name, more: Partial<FieldProps<V>> = {}) => (
      <ListField<V> name={name} label={labels[name]} hint={hint} separator={separator} {...more} />
    );
  return {
    text: (name: Name, more: Text = {}) => <TextField<V> {...more} name={name} label={labels[name]} />,
    longText: (name: Name, more: LongText = {}) => (
      <LongTextField<V> {...more} name={name} label={labels[name]} />
    ),
    number: (name: Name, more: NumberLimits) => <NumberField<V> {...more} name={name} label={labels[name]} />,
    choice: (name: Name, values: readonly string[]) => (
      <ChoiceField<V> name={name} label={labels[name]} choices={capitaliseAll(values)} />
    ),
    commas: makeListField(',', 'Separated by commas'),
    lines: makeListField('\n', 'One on each line'),
    toggle: (name: Name) => <SwitchField<V> name={name} label={labels[name]} />,
    document: (name: Name) => <DocumentField name={name} label={labels[name]} />,
    image: (name: Name, altName: Name, more: { required?: boolean } = {}) => (
      <ImageField<V> {...more} name={name} altName={altName} />
    ),
  };
}
