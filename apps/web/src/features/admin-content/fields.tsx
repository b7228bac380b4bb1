import type { ReactNode } from 'react';
import { Controller, type FieldValues, type Path, useFormContext } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Textarea } from '../../ui/textarea.tsx';

type FieldProps<V extends FieldValues> = {
  name: Path<V>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
};

/** The form around, and what a field of it shows besides its control. */
function useField<V extends FieldValues>({ name, label, hint, required, className }: FieldProps<V>) {
  const { register, control, getFieldState, formState } = useFormContext<V>();
  const { error } = getFieldState(name, formState);
  return { register, control, around: { label, hint, required, className, error: error?.message } };
}

type TextFieldProps<V extends FieldValues> = FieldProps<V> & { placeholder?: string };

export function TextField<V extends FieldValues>({ placeholder, ...props }: TextFieldProps<V>) {
  const { register, around } = useField(props);
  return (
    <Field {...around}>
      <Input autoComplete="off" placeholder={placeholder} {...register(props.name)} />
    </Field>
  );
}

export function LongTextField<V extends FieldValues>({ rows, ...props }: FieldProps<V> & { rows?: number }) {
  const { register, around } = useField(props);
  return (
    <Field {...around}>
      <Textarea rows={rows} {...register(props.name)} />
    </Field>
  );
}

type NumberFieldProps<V extends FieldValues> = FieldProps<V> & { min: number; step: number };

/** Empty, it is null. */
export function NumberField<V extends FieldValues>({ min, step, ...props }: NumberFieldProps<V>) {
  const { register, around } = useField(props);
  const asNumber = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));
  return (
    <Field {...around}>
      <Input
        type="number"
        inputMode={step < 1 ? 'decimal' : 'numeric'}
        min={min}
        step={step}
        autoComplete="off"
        {...register(props.name, { setValueAs: asNumber })}
      />
    </Field>
  );
}

type Choice = { value: string; label: string };

export function ChoiceField<V extends FieldValues>({
  choices,
  ...props
}: FieldProps<V> & { choices: Choice[] }) {
  const { register, around } = useField(props);
  return (
    <Field {...around}>
      <Select {...register(props.name)}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function SwitchField<V extends FieldValues>({ name, label }: Pick<FieldProps<V>, 'name' | 'label'>) {
  const { control } = useFormContext<V>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref, onBlur } }) => (
        <Switch label={label} checked={value} onCheckedChange={onChange} ref={ref} onBlur={onBlur} />
      )}
    />
  );
}
