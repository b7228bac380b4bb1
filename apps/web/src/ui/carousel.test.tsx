import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Carousel } from './carousel.tsx';

const render = (items: string[]) =>
  renderToStaticMarkup(
    <Carousel
      label="Highlights"
      items={items}
      itemKey={(item) => item}
      renderItem={(item, { near }) => <h2 data-near={near}>{item}</h2>}
    />,
  );

test('shows the first slide on the server and keeps the others out of reach', () => {
  const html = render(['Learn', 'Earn', 'Grow', 'Give']);

  expect(html).toContain('<section aria-roledescription="carousel" aria-label="Highlights"');
  const slides = [...html.matchAll(/<div role="group"[^>]*>/g)].map(([tag]) => tag);
  expect(slides.map((tag) => /aria-label="([^"]*)"/.exec(tag)?.[1])).toEqual([
    '1 of 4',
    '2 of 4',
    '3 of 4',
    '4 of 4',
  ]);
  expect(slides.map((tag) => tag.includes('inert=""'))).toEqual([false, true, true, true]);
  expect(slides.every((tag) => tag.includes('aria-roledescription="slide"'))).toBe(true);
  expect([...html.matchAll(/data-near="(\w+)"/g)].map(([, near]) => near)).toEqual([
    'true',
    'true',
    'false',
    'true',
  ]);
});

test('names its controls, the pause first', () => {
  const names = [...render(['Learn', 'Earn', 'Grow']).matchAll(/<button[^>]*aria-label="([^"]*)"/g)];

  expect(names.map(([, name]) => name)).toEqual([
    'Pause rotation',
    'Previous slide',
    'Next slide',
    'Go to slide 1',
    'Go to slide 2',
    'Go to slide 3',
  ]);
});

test('says nothing while it turns by itself', () => {
  expect(render(['Learn', 'Earn'])).toContain('aria-live="off"');
});

test('has no controls for a single slide', () => {
  expect(render(['Learn'])).not.toContain('<button');
});
