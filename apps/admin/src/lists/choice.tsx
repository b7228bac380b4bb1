import { capitalise } from '@institute/contract/text';
import { Field } from '@institute/ui/field.tsx';
import { Select, type SelectChoices } from '@institute/ui/select.tsx';

export type ChoiceSelectProps<Value extends string | number> = {
  'aria-label'?: string | undefined;
  /** Label of the first choice, which clears the filter. */
  all?: string;
  choices: SelectChoices<Value>;
  value: NoInfer<Value> | undefined;
  onChange: (value: Value | undefined) => void;
};

export const ChoiceSelect = <Value extends string | number>({
  all = 'All',
  choices,
  value,
  onChange,
  ...own
}: ChoiceSelectProps<Value>) => (
  <Select
    {...own}
    choices={choices}
    value={value ?? ''}
    onChange={({ target }) => onChange(choices.find(([one]) => String(one) === target.value)?.[0])}
  >
    <option value="">{all}</option>
  </Select>
);

type ChoiceProps<Value extends string | number> = ChoiceSelectProps<Value> & {
  label: string;
  hint?: string;
  className?: string;
};

export const ChoiceOption = <Value extends string | number>({
  label,
  hint,
  className = '',
  ...choice
}: ChoiceProps<Value>) => (
  <Field label={label} hint={hint} className={className}>
    <ChoiceSelect {...choice} />
  </Field>
);

export const makeCapitalisedChoices = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => [value, capitalise(value)] as const);
