import { render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { ScopesField } from './scopes-field.tsx';

function Form() {
  const form = useForm({ defaultValues: { scopes: [] } });
  return (
    <FormProvider {...form}>
      <ScopesField mayReadMedical={false} />
    </FormProvider>
  );
}
const words = (scope: string) =>
  screen.getByRole('checkbox', { name: new RegExp(`^${scope}`) }).closest('label')?.textContent;

test('says that a key which may write reads too', () => {
  render(<Form />);
  expect(words('content:write')).toMatch(/read any item, drafts too$/);
  expect(words('registrations:write')).toMatch(/read any one of them, without health information$/);
});
