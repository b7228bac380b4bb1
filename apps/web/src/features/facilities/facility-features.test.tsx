import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FacilityFeatures } from './facility-features.tsx';

test('shows three features and how many more there are', () => {
  render(<FacilityFeatures features={['Stage', 'Lights', 'Parking', 'Kitchen', 'Garden']} />);

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Stage',
    'Lights',
    'Parking',
  ]);
  expect(screen.queryByText('Kitchen')).toBeNull();
  expect(screen.getByText('+2 more features')).toBeTruthy();
});

test.each([[['Stage', 'Lights', 'Parking']], [['Stage']]])('does not mention more for %j', (features) => {
  render(<FacilityFeatures features={features} />);
  expect(screen.queryByText(/more/)).toBeNull();
});
