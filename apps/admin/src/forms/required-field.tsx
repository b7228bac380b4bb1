import { passwordLimits } from '@institute/contract/accounts.constants';
import { Field, Input } from '@institute/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type RequiredFieldProps<V extends FieldValues> = Omit<ComponentProps<'input'>, 'name' | 'form'> & {
  form: UseFormReturn<V>;
  name: Path<V>;
  label: string;
  hint?: ReactNode;
  /** In place of the check that something is typed. */
  validate?: (typed: string) => true | string;
};

/** A line of text that a form about accounts needs: an address, a password, a code. */
export function RequiredField<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  validate,
  ...input
}: RequiredFieldProps<V>) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} error={error?.message} required>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        {...form.register(name, validate ? { validate } : { required: 'This is required' })}
      />
    </Field>
  );
}

type Passwords = { password: string; confirmPassword: string };

/** The server checks the rules of passwords and the confirmation. */
export function NewPasswordFields<V extends Passwords>(props: { form: UseFormReturn<V>; label: string }) {
  const form = props.form as unknown as UseFormReturn<Passwords>;
  const input = { form, type: 'password', autoComplete: 'new-password' };
  return (
    <>
      <RequiredField
        {...input}
        name="password"
        label={props.label}
        hint={`At least ${passwordLimits.min} characters`}
      />
      <RequiredField {...input} name="confirmPassword" label="Confirm Password" />
    </>
  );
}
