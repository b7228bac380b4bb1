import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PersonCard } from './person-card.tsx';

const render = (picture: string | null) =>
  renderToStaticMarkup(<PersonCard name="Grace Akello" position="Staff - Registrar" picture={picture} />);

test('a picture of somebody is named after them', () => {
  expect(render('/images/grace.webp')).toMatch(/<img[^>]* alt="Grace Akello"/);
});

test('somebody without a picture is shown by their initials', () => {
  const html = render(null);

  expect(html).toContain('role="img" aria-label="Grace Akello"');
  expect(html).toContain('>GA<');
  expect(html).not.toContain('<img');
});
