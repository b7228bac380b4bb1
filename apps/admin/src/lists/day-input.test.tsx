import { Field } from '@institute/ui/field.tsx';
import { typeHalf, typeWhole } from '@institute/ui/testing/half-typed.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DayInput } from './day-input.tsx';

function open(value: string) {
  const onChange = vi.fn();
  const at = (day: string) => (
    <Field label="From">
      <DayInput value={day} onChange={onChange} />
    </Field>
  );
  const { rerender } = render(at(value));
  const field = screen.getByLabelText<HTMLInputElement>('From');
  return {
    field,
    type: (day: string) => fireEvent.change(field, { target: { value: day } }),
    arriveAt: (day: string) => rerender(at(day)),
    applied: () => onChange.mock.calls.flat(),
  };
}

test('applies a day once its year has four digits, and an empty field', () => {
  const { type, applied } = open('');
  for (const day of ['0002-05-01', '0020-05-01', '0202-05-01', '2026-05-01', '']) type(day);

  expect(applied()).toEqual(['2026-05-01', '']);
});

test('applies an early year when the field is left', () => {
  const { field, type, applied } = open('2026-05-01');
  type('0202-05-01');
  expect(applied()).toEqual([]);
  fireEvent.blur(field);
  fireEvent.blur(field);

  expect(applied()).toEqual(['0202-05-01']);
});

test('keeps what is typed while the address comes after it', () => {
  const { field, type, arriveAt } = open('');
  for (const day of ['2026-05-01', '2026-05-02', '2026-05-03', '0002-05-03']) type(day);
  for (const day of ['2026-05-01', '2026-05-03']) {
    arriveAt(day);
    expect(field.value).toBe('0002-05-03');
  }
});

test('follows the address when something else changes it', () => {
  const { field, type, arriveAt, applied } = open('2026-05-01');
  type('0002-05-01');
  arriveAt('2024-02-03');
  expect(field.value).toBe('2024-02-03');
  arriveAt('');
  expect(field.value).toBe('');
  fireEvent.blur(field);

  expect(applied()).toEqual([]);
});

test('half a day is refused at the field when it is left, and applies nothing', () => {
  const { field, applied } = open('2026-05-01');
  typeHalf(field);
  fireEvent.blur(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Type the whole date: day, month and year')).toBeTruthy();
  expect(applied()).toEqual([]);

  typeWhole(field, '2026-05-02');
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  expect(applied()).toEqual(['2026-05-02']);
});
