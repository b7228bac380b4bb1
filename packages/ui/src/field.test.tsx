import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Field, Input } from './field.tsx';
import { Select } from './select.tsx';
import { emptyHalf, typeHalf, typeWhole } from './testing/half-typed.ts';

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

const wholeDate = 'Type the whole date: day, month and year';

function showDate(error?: string) {
  const view = (shown: string | undefined) => (
    <form>
      <Field label="Date of Birth" hint="Of the applicant" error={shown}>
        <Input type="date" />
      </Field>
      <button type="submit">Next</button>
    </form>
  );
  const { rerender } = render(view(error));
  const field = screen.getByLabelText<HTMLInputElement>('Date of Birth');
  return { field, draw: (shown?: string) => rerender(view(shown)) };
}

test('a half-typed date is refused at its field once the field is left', () => {
  const { field } = showDate('This is required');
  typeHalf(field);
  expect(descriptions(field)).toEqual(['This is required', 'Of the applicant']);
  fireEvent.blur(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(descriptions(field)).toEqual([wholeDate, 'Of the applicant']);
});

test.each<[string, (field: HTMLInputElement) => void]>([
  ['whole', (field) => typeWhole(field, '2004-05-05')],
  ['empty', emptyHalf],
])('the error of a half-typed date goes when the date is %s', (_, change) => {
  const { field } = showDate();
  typeHalf(field);
  fireEvent.blur(field);
  expect(screen.getByText(wholeDate)).toBeTruthy();
  change(field);
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  expect(screen.queryByText(wholeDate)).toBeNull();
});

test('the error of a half-typed date goes when something else has emptied the field', () => {
  const { field, draw } = showDate();
  typeHalf(field);
  fireEvent.blur(field);
  draw();
  expect(screen.getByText(wholeDate)).toBeTruthy();
  Reflect.deleteProperty(field, 'validity');
  draw();
  expect(screen.queryByText(wholeDate)).toBeNull();
});

test('a press of a button of the form shows no error that would move the button away', () => {
  const { field } = showDate();
  typeHalf(field);
  fireEvent.blur(field, { relatedTarget: screen.getByRole('button', { name: 'Next' }) });
  expect(screen.queryByText(wholeDate)).toBeNull();
});

test.each([
  ['number', 'Type a number, in digits'],
  ['month', 'Type the whole month, with its year'],
  ['time', 'Type the whole time: hours and minutes'],
  ['datetime-local', 'Type the whole date and the time'],
])('a half-typed %s has words of its own', (type, words) => {
  render(
    <Field label="When">
      <Input type={type} />
    </Field>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('When');
  typeHalf(field);
  fireEvent.blur(field);
  expect(descriptions(field)).toEqual([words]);
});
