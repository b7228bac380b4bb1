import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonCard } from './person-card.tsx';
import { renderWithoutScript as render } from './testing/render-without-script.ts';

const show = (image: string | null, alt: string | null = null) =>
  render(<PersonCard name="Grace Akello" position="Staff - Registrar" image={image} alt={alt} />);

test.each([
  [null, 'Grace Akello'],
  ['At her desk', 'Grace Akello: At her desk'],
  ['Grace Akello at her desk', 'Grace Akello at her desk'],
])('the image of a person with the alternative text %j is named “%s”', (alt, name) => {
  show('/images/grace.webp', alt);
  expect(screen.getByRole('img', { name }).tagName).toBe('IMG');
});

test('a person without an image is shown by their initials', () => {
  show(null);

  const initials = screen.getByRole('img', { name: 'Grace Akello' });
  expect(initials.textContent).toBe('GA');
  expect(initials.tagName).not.toBe('IMG');
  expect(screen.getAllByRole('img')).toHaveLength(1);
});
