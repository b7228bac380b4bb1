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
import { makeCapitalisedChoices } from '../lists/choice.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import type { FieldLabels } from '../versions/differences.ts';

export const requiredProps = { required: true };

export const putFieldsInOneColumn = (...fields: ReactNode[]) => createElement(Fragment, null, ...fields);
export const putFieldsInTwoColumns = (...fields: ReactNode[]) =>
  createElement('div', { className: 'grid gap-4 md:grid-cols-2' }, ...fields);

export const makeTitledFieldSection = (title: string, ...fields: ReactNode[]) => (
  <TitledSection title={title} className="gap-4">
    {putFieldsInOneColumn(...fields)}
  </TitledSection>
);

/**
 * Makes the field components of one form, so that each field takes one line in it: a name, and what is
 * special.
 */
export function makeFieldComponents<V extends FieldValues>(labels: FieldLabels<V>) {
  type FieldName = Path<V> & keyof V & string;
  type TextFieldOptions = Partial<ComponentProps<typeof TextField<V>>>;
  type LongTextFieldOptions = Partial<ComponentProps<typeof LongTextField<V>>>;
  type NumberFieldOptions = Omit<ComponentProps<typeof NumberField<V>>, 'name' | 'label'>;
  const makeListField =
    (separator: ',' | '\n', hint: string) =>
    (name: FieldName, more: Partial<FieldProps<V>> = {}) => (
      <ListField<V> name={name} label={labels[name]} hint={hint} separator={separator} {...more} />
    );
  return {
    text: (name: FieldName, more: TextFieldOptions = {}) => (
      <TextField<V> {...more} name={name} label={labels[name]} />
    ),
    longText: (name: FieldName, more: LongTextFieldOptions = {}) => (
      <LongTextField<V> {...more} name={name} label={labels[name]} />
    ),
    number: (name: FieldName, more: NumberFieldOptions) => (
      <NumberField<V> {...more} name={name} label={labels[name]} />
    ),
    choice: (name: FieldName, values: readonly string[]) => (
      <ChoiceField<V> name={name} label={labels[name]} choices={makeCapitalisedChoices(values)} />
    ),
    commas: makeListField(',', 'Separated by commas'),
    lines: makeListField('\n', 'One on each line'),
    toggle: (name: FieldName) => <SwitchField<V> name={name} label={labels[name]} />,
    document: (name: FieldName) => <DocumentField name={name} label={labels[name]} />,
    image: (name: FieldName, altName: FieldName, more: { required?: boolean } = {}) => (
      <ImageField<V> {...more} name={name} altName={altName} />
    ),
  };
}
