import { Checkbox } from '@institute/ui/checkbox.tsx';
import { Field, FieldError, Input } from '@institute/ui/field.tsx';
import { Select, type SelectChoices } from '@institute/ui/select.tsx';
import { Switch } from '@institute/ui/switch.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import {
  Controller,
  type ControllerRenderProps,
  type FieldValues,
  type Path,
  type PathValue,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { findFirstMessage } from './field-errors.ts';

export type FieldProps<V extends FieldValues> = {
  /** Write the type of the values (`<TextField<Values> …>`), so that a wrong name does not compile. */
  name: NoInfer<Path<V>>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
};

/** Connects a field to its form. `input` has the props that this kind of field adds. */
export function useFormField<V extends FieldValues, Own extends object = object>({
  name,
  label,
  hint,
  required,
  className,
  ...input
}: FieldProps<V> & Own) {
  const { register, getFieldState, formState } = useFormContext<V>();
  const { error } = getFieldState(name, formState);
  return { register, input, wrapper: { label, hint, required, className, error: findFirstMessage(error) } };
}

type TextInputProps = Pick<ComponentProps<'input'>, 'placeholder' | 'min' | 'max' | 'readOnly'> & {
  type?: 'date' | 'url';
};

export function TextField<V extends FieldValues = never>(props: FieldProps<V> & TextInputProps) {
  const { register, input, wrapper } = useFormField<V, TextInputProps>(props);
  return (
    <Field {...wrapper}>
      <Input autoComplete="off" {...input} {...register(props.name)} />
    </Field>
  );
}

type LongTextInputProps = Pick<ComponentProps<'textarea'>, 'rows' | 'readOnly'>;

export function LongTextField<V extends FieldValues = never>(props: FieldProps<V> & LongTextInputProps) {
  const { register, input, wrapper } = useFormField<V, LongTextInputProps>(props);
  return (
    <Field {...wrapper}>
      <Textarea className="field-sizing-content max-h-96" {...input} {...register(props.name)} />
    </Field>
  );
}

type NumberInputProps = { min: number; step: number; readOnly?: boolean };

/** A field for a number. Its value is null when it is empty. */
export function NumberField<V extends FieldValues = never>(props: FieldProps<V> & NumberInputProps) {
  const { register, input, wrapper } = useFormField<V, NumberInputProps>(props);
  const toNumberOrNull = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));
  return (
    <Field {...wrapper}>
      <Input
        type="number"
        inputMode={props.step < 1 ? 'decimal' : 'numeric'}
        autoComplete="off"
        {...input}
        {...register(props.name, { setValueAs: toNumberOrNull })}
      />
    </Field>
  );
}

type ControlledFieldProps<V extends FieldValues, Name extends Path<V>> = Omit<FieldProps<V>, 'name'> & {
  name: Name;
  children: (field: ControllerRenderProps<V, Name>) => ReactElement;
};

/** For controls whose value does not come as the text of an event. */
export function ControlledField<V extends FieldValues, Name extends Path<V>>({
  children,
  ...props
}: ControlledFieldProps<V, Name>) {
  const { wrapper } = useFormField<V>(props);
  return (
    <Field {...wrapper}>
      <Controller<V, Name> name={props.name} render={({ field }) => children(field)} />
    </Field>
  );
}

export function ChoiceField<V extends FieldValues = never>({
  choices,
  ...props
}: FieldProps<V> & { choices: SelectChoices }) {
  const { register, wrapper } = useFormField<V>(props);
  return (
    <Field {...wrapper}>
      <Select choices={choices} {...register(props.name)} />
    </Field>
  );
}

export function CheckField<V extends FieldValues = never>({
  name,
  label,
}: Pick<FieldProps<V>, 'name' | 'label'>) {
  const { control } = useFormContext<V>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <Checkbox
          ref={ref}
          name={name}
          label={label}
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
          onBlur={onBlur}
          error={findFirstMessage(error)}
        />
      )}
    />
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
      render={({ field: { value, onChange, ref, onBlur }, fieldState: { error } }) => (
        <div>
          <Switch label={label} checked={value} onCheckedChange={onChange} ref={ref} onBlur={onBlur} />
          <FieldError>{findFirstMessage(error)}</FieldError>
        </div>
      )}
    />
  );
}

type TabsFieldProps<V extends FieldValues> = Pick<FieldProps<V>, 'name' | 'label'> & {
  choices: SelectChoices<string>;
  children: ReactNode;
};

export function TabsField<V extends FieldValues = never>({
  name,
  label,
  choices,
  children,
}: TabsFieldProps<V>) {
  const { control, setValue } = useFormContext<V>();
  const chosenTab: string = useWatch({ control, name });
  return (
    <Tabs
      value={chosenTab}
      onValueChange={(value) => setValue(name, value as PathValue<V, Path<V>>, { shouldDirty: true })}
    >
      <TabsList aria-label={label}>
        {choices.map(([value, word]) => (
          <TabsTrigger key={value} value={value}>
            {word}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={chosenTab} tabIndex={-1} className="flex flex-col gap-4">
        {children}
      </TabsContent>
    </Tabs>
  );
}
