import { splitList } from '@institute/contract/text';
import { Input } from '@institute/ui/field.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { ControlledField, type FieldProps } from './fields.tsx';

type Separator = ',' | '\n';
type ListFieldProps<V extends FieldValues> = FieldProps<V> & { separator: Separator };

const joinList = (list: readonly string[], separator: Separator) =>
  list.join(separator === ',' ? ', ' : separator);

/** The text is split only on input, because a stored entry may contain the separator. */
export const ListField = <V extends FieldValues = never>({ separator, ...props }: ListFieldProps<V>) => (
  <ControlledField<V, Path<V>> {...props}>
    {({ value, onChange, ref, onBlur }) => (
      <ListInput
        name={props.name}
        separator={separator}
        onChange={onChange}
        onBlur={onBlur}
        ref={ref}
        list={(value as string[] | null | undefined) ?? []}
      />
    )}
  </ControlledField>
);

type ListInputProps<V extends FieldValues> = {
  name: Path<V>;
  separator: Separator;
  list: string[];
  onChange: (list: string[]) => void;
  onBlur: () => void;
  ref: (element: HTMLElement | null) => void;
};

function ListInput<V extends FieldValues>({ separator, list, onChange, ref, ...props }: ListInputProps<V>) {
  const [typed, setTyped] = useState(() => joinList(list, separator));
  // False when the form was filled with other values.
  const doesTypedTextMatchList = splitList(typed, separator).join('\n') === list.join('\n');
  const textControlProps = {
    ...props,
    value: doesTypedTextMatchList ? typed : joinList(list, separator),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      onChange(splitList(target.value, separator));
    },
  };
  return separator === ',' ? (
    <Input ref={ref} autoComplete="off" {...textControlProps} />
  ) : (
    <Textarea ref={ref} {...textControlProps} />
  );
}
