import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShownHealthReferences } from './activity-columns.tsx';

const references = Array.from({ length: 45 }, (_, at) => `REG-2026-${String(at).padStart(6, '0')}`);

test('names every registration whose health information was shown, the later ones folded', () => {
  const { container } = render(<ShownHealthReferences count={45} references={references} />);
  expect(container.textContent).toMatch(/^Health information of 45 registrations: REG-2026-000000, /);
  const more = screen.getByText('and 35 more').closest('details');
  expect(more?.open).toBe(false);
  expect(container.textContent.match(/REG-2026-\d{6}/g)).toEqual(references);
  expect(more?.textContent.match(/REG-2026-\d{6}/g)).toEqual(references.slice(10));
});

test('says how many of them are erased', () => {
  const { container } = render(<ShownHealthReferences count={3} references={references.slice(0, 2)} />);
  expect(container.textContent).toBe(
    'Health information of 3 registrations, 1 of them erased: REG-2026-000000, REG-2026-000001',
  );
});

test('folds nothing away of a short list', () => {
  const { container } = render(<ShownHealthReferences count={1} references={references.slice(0, 1)} />);
  expect(container.textContent).toBe('Health information of 1 registration: REG-2026-000000');
  expect(container.querySelector('details')).toBeNull();
});
