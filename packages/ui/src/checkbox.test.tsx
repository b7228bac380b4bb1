import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';

test('gives its box to the form, which focuses it when it is refused', () => {
  const takeBox = vi.fn();
  const { getByRole } = render(<Checkbox label="Agreed" ref={takeBox} isPartial />);
  const box = getByRole('checkbox');
  expect(takeBox).toHaveBeenCalledWith(box);
  expect(box).toHaveProperty('indeterminate', true);
});
