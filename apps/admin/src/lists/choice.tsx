import { capitalise } from '@institute/contract/text';
import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';

type ChoiceProps = {
  label: string;
  hint?: string;
  /** The first choice, an empty text. */
  all?: string;
  choices: readonly (readonly [value: string | number, label: string])[];
  value: string | number | undefined;
  onChange: (value: string) => void;
  className?: string;
};

/** A filter. */
export const Choice = ({ all = 'All', choices, value, onChange, ...field }: ChoiceProps) => (
  <Field {...field}>
    <Select value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {choices.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </Select>
  </Field>
);

export const capitaliseAll = (values: readonly string[]) =>
  values.map((value) => [value, capitalise(value)] as const);
