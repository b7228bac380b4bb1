import { render, screen } from '@testing-library/react';
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
