import { passwordLimits } from '@institute/contract/office.constants';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CredentialField } from './credential-field.tsx';

type Name = 'password' | 'confirmPassword';
type NewPasswordFieldsProps = {
  label: string;
  fields: Record<Name, UseFormRegisterReturn>;
  errors: Partial<Record<Name, { message?: string }>>;
};

export function NewPasswordFields({ label, fields, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <CredentialField
        label={label}
        hint={`At least ${passwordLimits.min} characters`}
        type="password"
        autoComplete="new-password"
        field={fields.password}
        error={errors.password?.message}
      />
      <CredentialField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        field={fields.confirmPassword}
        error={errors.confirmPassword?.message}
      />
    </>
  );
}
