import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Accordion } from './accordion.tsx';

test('without scripts the answers can be opened, one at a time', () => {
  const items = [
    { title: 'How long is a course?', text: 'Twelve weeks.' },
    { title: 'What does it cost?', text: 'Look at its page.' },
  ];
  const html = renderToStaticMarkup(<Accordion name="Fees" items={items} />);

  expect(html.match(/<details name="Fees"/g)).toHaveLength(2);
  expect(html).toContain('Twelve weeks.');
  expect(html).not.toContain('<button');
});
