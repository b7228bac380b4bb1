import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FacilityFeatures } from './facility-card.tsx';

test('shows the features of a summary and how many more there are', () => {
  render(<FacilityFeatures features={['Stage', 'Lights', 'Parking']} count={5} />);

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Stage',
    'Lights',
    'Parking',
  ]);
  expect(screen.getByText('+2 more features')).toBeTruthy();
});

test.each([[['Stage', 'Lights', 'Parking']], [['Stage']]])('does not mention more for %j', (features) => {
  render(<FacilityFeatures features={features} count={features.length} />);
  expect(screen.queryByText(/more/)).toBeNull();
});
