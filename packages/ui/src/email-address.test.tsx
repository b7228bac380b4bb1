import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmailAddress } from './email-address.tsx';

test('an address may break between its words, and nowhere else', () => {
  const { container } = render(<EmailAddress>jane.doe@institute.example</EmailAddress>);

  expect(container.textContent).toBe('jane.doe@institute.example');
  expect(container.firstElementChild?.innerHTML.split('<wbr>')).toEqual([
    'jane.',
    'doe',
    '@institute.',
    'example',
  ]);
  expect(screen.getByText('jane.doe@institute.example').className).not.toContain('anywhere');
});
