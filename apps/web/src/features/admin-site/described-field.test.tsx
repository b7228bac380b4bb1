import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { DescribedField } from './described-field.tsx';
import { siteFields } from './site-fields.ts';
import { OwnerProvider } from './site-owner.ts';

const socials = ['Facebook', 'X', 'YouTube'].map((network) => ({ network, url: 'https://social.example' }));

function Form({ isOwner, children }: { isOwner: boolean; children: ReactNode }) {
  const form = useForm({ defaultValues: { socials, donations: { bankText: 'Account 0123' } } });
  return (
    <OwnerProvider value={isOwner}>
      <FormProvider {...form}>{children}</FormProvider>
    </OwnerProvider>
  );
}
const show = (isOwner: boolean, key: 'socials' | 'donations') =>
  render(
    <Form isOwner={isOwner}>
      <DescribedField name={key} of={siteFields[key]} />
    </Form>,
  );
const readOnly = () => screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.readOnly);

test('shows where visitors are sent to everybody, with the reason why only the owner changes it', () => {
  show(false, 'socials');
  expect(readOnly()).toEqual(Array(6).fill(true));
  expect(screen.getAllByText('Only the owner of this site may change where visitors are sent.')).toHaveLength(
    6,
  );
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('shows where money goes in the same way', () => {
  show(false, 'donations');
  expect(readOnly()).toEqual(Array(4).fill(true));
  expect(screen.getAllByText('Only the owner of this site may change where money goes.')).toHaveLength(4);
});

test('lets the owner change both', () => {
  show(true, 'socials');
  expect(readOnly()).toEqual(Array(6).fill(false));
  expect(screen.getByRole('button', { name: 'Move network 1 down' })).toBeDefined();
  expect(screen.queryByText(/Only the owner/)).toBeNull();
});
