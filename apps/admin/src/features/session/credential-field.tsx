import { Field, Input } from '@institute/ui/field.tsx';
import type { UseFormRegisterReturn } from 'react-hook-form';

type CredentialFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  field: UseFormRegisterReturn;
  type: 'email' | 'password';
  autoComplete: 'username' | 'current-password' | 'new-password';
};

export function CredentialField({ label, hint, error, field, type, autoComplete }: CredentialFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      <Input type={type} autoComplete={autoComplete} autoCapitalize="none" spellCheck={false} {...field} />
    </Field>
  );
}
