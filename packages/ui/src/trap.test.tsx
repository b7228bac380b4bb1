import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { emptyTrapField, HiddenTrapField, isTrapped } from './trap.tsx';

test('nobody reaches the hidden field, and a program that fills it in is noticed', async () => {
  render(
    <form aria-label="Contact">
      <HiddenTrapField />
      <input name="email" />
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>('form');
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard('ann@example.org');
  expect(new FormData(form).get('email')).toBe('ann@example.org');
  expect(isTrapped(form)).toBe(false);

  for (const input of form.querySelectorAll('input')) input.value = 'https://spam.example';
  expect(isTrapped(form)).toBe(true);
  emptyTrapField(form);
  expect(isTrapped(form)).toBe(false);
});
