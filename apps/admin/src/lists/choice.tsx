import { capitalise } from '@institute/contract/text';
import { Field } from '@institute/ui/field.tsx';
import { type Choices, Select } from '@institute/ui/select.tsx';

type ChoiceProps<Value extends string | number> = {
  label: string;
  hint?: string;
  /** Label of the first choice, which clears the filter. */
  all?: string;
  choices: Choices<Value>;
  value: NoInfer<Value> | undefined;
  onChange: (value: Value | undefined) => void;
  className?: string;
};

export const Choice = <Value extends string | number>({
  all = 'All',
  choices,
  value,
  onChange,
  ...field
}: ChoiceProps<Value>) => (
  <Field {...field}>
    <Select
      choices={choices}
      value={value ?? ''}
      onChange={({ target }) => onChange(choices.find(([one]) => String(one) === target.value)?.[0])}
    >
      <option value="">{all}</option>
    </Select>
  </Field>
);

export const capitaliseAll = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => [value, capitalise(value)] as const);
