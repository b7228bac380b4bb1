import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithoutScript } from '../testing/render-without-script.ts';
import { Carousel } from './carousel.tsx';

const render = (...items: string[]) =>
  renderWithoutScript(
    <Carousel
      label="Highlights"
      items={items}
      itemKey={(item) => item}
      renderItem={(item, { near }) => <h2 data-near={near}>{item}</h2>}
    />,
  );

test('shows the first slide on the server and hides the others', () => {
  render('Learn', 'Earn', 'Grow', 'Give');

  const carousel = screen.getByRole('region', { name: 'Highlights' });
  expect(carousel.getAttribute('aria-roledescription')).toBe('carousel');
  const slides = within(carousel).getAllByRole('group', { name: /^\d of 4$/ });
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual([
    '1 of 4',
    '2 of 4',
    '3 of 4',
    '4 of 4',
  ]);
  expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true, true, true]);
  expect(slides.every((slide) => slide.getAttribute('aria-roledescription') === 'slide')).toBe(true);
});

test('tells the slides beside the shown one to load their images', () => {
  render('Learn', 'Earn', 'Grow', 'Give');

  const near = screen.getAllByRole('heading').map((heading) => heading.dataset.near);
  expect(near).toEqual(['true', 'true', 'false', 'true']);
});

test('labels its controls, the pause control first', () => {
  render('Learn', 'Earn', 'Grow');

  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Pause rotation',
    'Previous slide',
    'Next slide',
    'Go to slide 1',
    'Go to slide 2',
    'Go to slide 3',
  ]);
});

test('announces nothing while it rotates by itself', () => {
  const container = render('Learn', 'Earn');
  const live = Array.from(container.querySelectorAll('[aria-live]'), (one) => one.getAttribute('aria-live'));
  expect(live).toEqual(['off']);
});

test('has no controls for a single slide', () => {
  render('Learn');
  expect(screen.queryByRole('button')).toBeNull();
});
