import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

const messageOf = (query: () => unknown) => {
  try {
    query();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It found what it asked for');
};

test('a query that finds nothing names what there is, and prints no page', () => {
  render(
    <>
      <button type="button">Save</button>
      <button type="button">Discard changes</button>
      <p>A long page</p>
    </>,
  );
  expect(messageOf(() => screen.getByRole('button', { name: 'Send' }))).toBe(
    'Unable to find an accessible element with the role "button" and name "Send"\n\nThere are: “Save”, “Discard changes”',
  );
  const byText = messageOf(() => screen.getByText('A short page'));
  expect(byText).toMatch(/^Unable to find an element with the text: A short page\./);
  expect(byText).not.toContain('<');
  const many = messageOf(() => screen.getByRole('button'));
  expect(many).toBe('Found multiple elements with the role "button"');
});
