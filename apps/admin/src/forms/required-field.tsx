import { passwordLimits } from '@institute/contract/fields.constants';
import { Field, Input } from '@institute/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type RequiredFieldProps<V extends FieldValues> = Omit<ComponentProps<'input'>, 'name' | 'form'> & {
  form: Pick<UseFormReturn<V>, 'register' | 'getFieldState' | 'formState'>;
  name: Path<V>;
  label: string;
  hint?: ReactNode;
};

export function RequiredField<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  ...input
}: RequiredFieldProps<V>) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} error={error?.message} required>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        {...form.register(name, { required: 'This is required' })}
      />
    </Field>
  );
}

type PasswordValues = Record<'password' | 'confirmPassword', unknown>;

/** The server checks the rules of passwords and the confirmation. */
export function NewPasswordFields<V extends PasswordValues>({
  form,
  label,
}: Pick<RequiredFieldProps<V>, 'form' | 'label'>) {
  const passwordInputProps = { form, type: 'password', autoComplete: 'new-password' };
  return (
    <>
      <RequiredField
        {...passwordInputProps}
        name={'password' as Path<V>}
        label={label}
        hint={`At least ${passwordLimits.min} characters`}
      />
      <RequiredField {...passwordInputProps} name={'confirmPassword' as Path<V>} label="Confirm Password" />
    </>
  );
}
