import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PersonCard } from './person-card.tsx';

const render = (picture: string | null, alt: string | null = null) =>
  renderToStaticMarkup(
    <PersonCard name="Grace Akello" position="Staff - Registrar" picture={picture} alt={alt} />,
  );

test('a picture of somebody is named after them', () => {
  expect(render('/images/grace.webp')).toMatch(/<img[^>]* alt="Grace Akello"/);
});

test('what the picture shows is said too, and the name stands in it once', () => {
  expect(render('/images/grace.webp', 'At her desk')).toContain('alt="Grace Akello: At her desk"');
  expect(render('/images/grace.webp', 'Grace Akello at her desk')).toContain(
    'alt="Grace Akello at her desk"',
  );
});

test('somebody without a picture is shown by their initials', () => {
  const html = render(null);

  expect(html).toContain('role="img" aria-label="Grace Akello"');
  expect(html).toContain('>GA<');
  expect(html).not.toContain('<img');
});
