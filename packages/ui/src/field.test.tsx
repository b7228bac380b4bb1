import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Field, Input } from './field.tsx';
import { Select } from './select.tsx';

const descriptions = (control: HTMLElement) =>
  control
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('ties label, control, hint and error together', () => {
  render(
    <Field id="phone" label="Phone" hint="With the country code" error="Phone is required" required>
      <Input name="phone" type="tel" />
    </Field>,
  );

  const phone = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  expect(phone.id).toBe('phone');
  expect(phone.required).toBe(true);
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(descriptions(phone)).toEqual(['Phone is required', 'With the country code']);
});

test('has neither a description nor an error while nothing is wrong', () => {
  render(
    <Field label="Category">
      <Select name="category">
        <option value="">All</option>
      </Select>
    </Field>,
  );

  const category = screen.getByRole('combobox', { name: 'Category' });
  expect(category.hasAttribute('aria-invalid')).toBe(false);
  expect(descriptions(category)).toBeUndefined();
});

test('ties a checkbox to its own error', () => {
  render(<Checkbox id="consent" label="I agree" error="Please agree" />);

  const consent = screen.getByRole('checkbox', { name: 'I agree' });
  expect(descriptions(consent)).toEqual(['Please agree']);
});

test('an address that is pasted with invisible characters keeps what is seen', () => {
  const changes: string[] = [];
  render(
    <Field label="Email">
      <Input type="email" onChange={({ target }) => changes.push(target.value)} />
    </Field>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  fireEvent.input(field, { target: { value: '\u200bann@example.org\u202c' } });
  expect([field.value, changes]).toEqual(['ann@example.org', ['ann@example.org']]);
});

test('a form that keeps the address itself gets it without them too', () => {
  function Form() {
    const [address, setAddress] = useState('');
    return (
      <Input
        aria-label="Email"
        type="email"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    );
  }
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  fireEvent.input(field, { target: { value: 'ann@example.org\u200e' } });
  expect(field.value).toBe('ann@example.org');
});
