import { cx } from '@institute/ui/cx.ts';
import { Field, Input } from '@institute/ui/field.tsx';
import { type Choices, Select } from '@institute/ui/select.tsx';
import { Switch } from '@institute/ui/switch.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import type { ReactNode } from 'react';
import {
  Controller,
  type FieldValues,
  type Path,
  type PathValue,
  useFormContext,
  useWatch,
} from 'react-hook-form';

export type FieldProps<V extends FieldValues> = {
  /** The values are named (`<TextField<Values> …>`), so that a wrong name does not compile. */
  name: NoInfer<Path<V>>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
};

export function useField<V extends FieldValues>({ name, label, hint, required, className }: FieldProps<V>) {
  const { register, control, getFieldState, formState } = useFormContext<V>();
  const { error } = getFieldState(name, formState);
  // A list has an error for each entry.
  const first = Array.isArray(error) ? error.find(Boolean) : error;
  return { register, control, wrapper: { label, hint, required, className, error: first?.message } };
}

type TextFieldProps<V extends FieldValues> = FieldProps<V> & {
  placeholder?: string;
  type?: 'date' | 'url';
  min?: string;
  max?: string;
  readOnly?: boolean;
};

export function TextField<V extends FieldValues = never>({
  placeholder,
  type,
  min,
  max,
  readOnly,
  ...props
}: TextFieldProps<V>) {
  const { register, wrapper } = useField<V>(props);
  return (
    <Field {...wrapper}>
      <Input
        type={type}
        min={min}
        max={max}
        autoComplete="off"
        placeholder={placeholder}
        readOnly={readOnly}
        className={cx(readOnly && 'bg-sand!')}
        {...register(props.name)}
      />
    </Field>
  );
}

type LongTextFieldProps<V extends FieldValues> = FieldProps<V> & { rows?: number; readOnly?: boolean };

export function LongTextField<V extends FieldValues = never>({
  rows,
  readOnly,
  ...props
}: LongTextFieldProps<V>) {
  const { register, wrapper } = useField<V>(props);
  return (
    <Field {...wrapper}>
      <Textarea
        rows={rows}
        readOnly={readOnly}
        className={cx(readOnly && 'bg-sand!')}
        {...register(props.name)}
      />
    </Field>
  );
}

type NumberFieldProps<V extends FieldValues> = FieldProps<V> & {
  min: number;
  step: number;
  readOnly?: boolean;
};

/** An empty field is null. */
export function NumberField<V extends FieldValues = never>({
  min,
  step,
  readOnly,
  ...props
}: NumberFieldProps<V>) {
  const { register, wrapper } = useField<V>(props);
  const asNumber = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));
  return (
    <Field {...wrapper}>
      <Input
        type="number"
        inputMode={step < 1 ? 'decimal' : 'numeric'}
        min={min}
        step={step}
        readOnly={readOnly}
        className={cx(readOnly && 'bg-sand!')}
        autoComplete="off"
        {...register(props.name, { setValueAs: asNumber })}
      />
    </Field>
  );
}

export function ChoiceField<V extends FieldValues = never>({
  choices,
  ...props
}: FieldProps<V> & { choices: Choices }) {
  const { register, wrapper } = useField<V>(props);
  return (
    <Field {...wrapper}>
      <Select choices={choices} {...register(props.name)} />
    </Field>
  );
}

export function SwitchField<V extends FieldValues = never>({
  name,
  label,
}: Pick<FieldProps<V>, 'name' | 'label'>) {
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

type TabsFieldProps<V extends FieldValues> = Pick<FieldProps<V>, 'name' | 'label'> & {
  choices: Choices<string>;
  children: ReactNode;
};

export function TabsField<V extends FieldValues = never>({
  name,
  label,
  choices,
  children,
}: TabsFieldProps<V>) {
  const { control, setValue } = useFormContext<V>();
  const chosen: string = useWatch({ control, name });
  return (
    <Tabs
      value={chosen}
      onValueChange={(value) => setValue(name, value as PathValue<V, Path<V>>, { shouldDirty: true })}
    >
      <TabsList aria-label={label}>
        {choices.map(([value, word]) => (
          <TabsTrigger key={value} value={value}>
            {word}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={chosen} tabIndex={-1} className="flex flex-col gap-4">
        {children}
      </TabsContent>
    </Tabs>
  );
}
