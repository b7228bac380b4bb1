import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { DescribedField, WriterProvider } from './described-field.tsx';
import { isSectionLocked } from './locks.ts';
import { findSection } from './sections.ts';
import { siteFields } from './site-fields.ts';

const socials = ['Facebook', 'X', 'YouTube'].map((network) => ({ network, url: 'https://social.example' }));
const departments = [{ name: 'Admissions', contact: 'Ann', phone: '0700 123 456', email: 'a@example.org' }];
const values = {
  departments,
  registrationSuccess: 'Thank you.',
  socials,
  donations: { bankText: 'Account 0123' },
  programBlocks: { core: [] },
};

type FormProps = { isOwner: boolean; children: ReactNode };

function Form({ isOwner, children }: FormProps) {
  const form = useForm({ defaultValues: values });
  return (
    <WriterProvider value={{ isOwner }}>
      <FormProvider {...form}>{children}</FormProvider>
    </WriterProvider>
  );
}
const show = (isOwner: boolean, key: keyof typeof values) =>
  render(
    <Form isOwner={isOwner}>
      <DescribedField name={key} of={siteFields[key]} />
    </Form>,
  );
const readOnly = () => screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.readOnly);
const reasons = () =>
  screen.queryAllByText(/^Only the owner of this site may change/).map(({ textContent }) => textContent);

test('shows where money goes to everybody, with the reason why only the owner changes it', () => {
  show(false, 'donations');
  expect(readOnly()).toEqual(Array(4).fill(true));
  expect(reasons()).toEqual(['Only the owner of this site may change where money goes.']);
  expect(screen.getByText(/^Of your mobile money account/)).toBeDefined();
});

test('shows what applicants are told and whom people call, with a short reason', () => {
  show(false, 'registrationSuccess');
  expect([readOnly(), reasons()]).toEqual([
    [true],
    ['Only the owner of this site may change what applicants are told.'],
  ]);
  cleanup();
  show(false, 'departments');
  expect(readOnly()).toEqual(Array(4).fill(true));
  expect(screen.queryByRole('button')).toBeNull();
  expect(reasons()).toEqual(['Only the owner of this site may change whom people call.']);
});

test('lets everybody change the social links', () => {
  show(false, 'socials');
  expect(readOnly()).toEqual(Array(6).fill(false));
  expect(screen.getByRole('button', { name: 'Move network 1 down' })).toBeDefined();
  expect(reasons()).toEqual([]);
});

test('a section of messages has nothing to save for who is no owner, and that of social links has', () => {
  const isLocked = (id: string, isOwner = false) => isSectionLocked(findSection(id), { isOwner });
  expect(['messages', 'donations', 'socials', 'institute'].map((id) => isLocked(id))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isLocked('messages', true)).toBe(false);
});

test('the lists of a page have headings in order', () => {
  show(true, 'programBlocks');
  expect(screen.getByRole('heading', { name: 'Core programs', level: 2 })).toBeDefined();
});
