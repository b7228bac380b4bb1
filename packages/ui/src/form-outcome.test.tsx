import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormFaults } from './form-outcome.tsx';

test('a fault of a field leads to it, and one that no field shows is said too', () => {
  const faults = [
    { path: 'email', message: 'Enter a valid email address' },
    { path: 'locale', message: 'No such language' },
  ];
  const posted = { message: 'It was not sent', faults };
  render(<FormFaults form="contact" posted={posted} labels={{ email: 'Email' }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Email: Enter a valid email address',
    'Locale: No such language',
  ]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('#contact-email');
});
