import { renderWithoutScript } from '@institute/ui/testing/render-without-script.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Accordion } from './faq-page.tsx';

test('without scripts the answers can be opened, one at a time', () => {
  const items = [
    { title: 'How long is a course?', text: 'Twelve weeks.' },
    { title: 'What does it cost?', text: 'Look at its page.' },
  ];
  renderWithoutScript(<Accordion name="Fees" items={items} />);

  const details = items.map(({ title }) => screen.getByText(title).closest('details'));
  expect(details.map((one) => one?.getAttribute('name'))).toEqual(['Fees', 'Fees']);
  expect(details.map((one) => one?.textContent)).toEqual([
    'How long is a course?Twelve weeks.',
    'What does it cost?Look at its page.',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});
