import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonCard } from './person-card.tsx';
import { renderWithoutScript as render } from './testing/render-without-script.ts';

const show = (image: string | null, alt: string | null = null) =>
  render(<PersonCard name="Grace Akello" position="Staff - Registrar" image={image} alt={alt} />);

test('the image of a person has their name', () => {
  show('/images/grace.webp');
  expect(screen.getByRole('img', { name: 'Grace Akello' }).tagName).toBe('IMG');
});

test('the alternative text follows the name', () => {
  show('/images/grace.webp', 'At her desk');
  expect(screen.getByRole('img', { name: 'Grace Akello: At her desk' })).toBeTruthy();
});

test('omits the name when the alternative text contains it already', () => {
  show('/images/grace.webp', 'Grace Akello at her desk');
  expect(screen.getByRole('img', { name: 'Grace Akello at her desk' })).toBeTruthy();
});

test('a person without an image is shown by their initials', () => {
  show(null);

  const initials = screen.getByRole('img', { name: 'Grace Akello' });
  expect(initials.textContent).toBe('GA');
  expect(initials.tagName).not.toBe('IMG');
  expect(screen.getAllByRole('img')).toHaveLength(1);
});
